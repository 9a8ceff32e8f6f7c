// A module as another build of tavlab would have it.
extern "C" const char* tavlab_torch_interface();
extern "C" const void* tavlab_torch_library();

extern "C" const char* tavlab_torch_interface() { return "another build"; }
extern "C" const void* tavlab_torch_library() { return nullptr; }
