// As many wrong requests as a broken program sends in an hour.
#include <gtest/gtest.h>

#include "tests/serve/server_fixture.h"

namespace tavlab::serve {
namespace {

TEST_F(ServerTest, OutlivesMuchJunk) {
  start();
  send_junk(100'000);
}

}  // namespace
}  // namespace tavlab::serve
