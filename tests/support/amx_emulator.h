#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace tavlab {

/// While one of these exists, AMX instructions work on processors without AMX: each raises SIGILL,
/// is decoded from memory, and is executed on tiles of the thread. So the kernels are tested as
/// compiled, with their registers, operands and strides. Follows Intel's manual: volume 2,
/// "LDTILECFG" and the others, and volume 1, chapter 18. What a processor refuses ends the process,
/// as it does there.
class AmxEmulator {
 public:
  /// Whether this processor, or its operating system, refuses AMX instructions: only then is there
  /// something to emulate. (Tiles may work though the processor does not report them.)
  static bool wanted() {
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGILL, SIG_DFL);
      asm volatile(".byte 0xC4, 0xE2, 0x78, 0x49, 0xC0");  // TILERELEASE
      _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGILL;
  }

  AmxEmulator() {
    struct sigaction action = {};
    action.sa_sigaction = trap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGILL, &action, &before_);
  }
  ~AmxEmulator() { sigaction(SIGILL, &before_, nullptr); }
  AmxEmulator(const AmxEmulator&) = delete;
  AmxEmulator& operator=(const AmxEmulator&) = delete;

  /// Instructions executed since the process began.
  static std::uint64_t instructions() { return instructions_; }

 private:
  static constexpr std::size_t kTiles = 8, kRows = 16, kBytes = 64;

  struct Tile {
    std::size_t rows = 0;   ///< how many it has
    std::size_t bytes = 0;  ///< of a row
    std::array<std::array<std::byte, kBytes>, kRows> row = {};
  };
  struct State {
    bool configured = false;
    std::array<Tile, kTiles> tiles;
  };

  /// An instruction with a VEX prefix of three bytes.
  struct Instruction {
    enum class Prefix { none, x66, xF3, xF2 };
    Prefix prefix = Prefix::none;
    std::uint8_t opcode = 0;
    std::size_t reg = 0, rm = 0, vvvv = 0;  ///< registers
    bool in_memory = false;                 ///< the operand of ModRM's rm, at `address`
    bool has_sib = false;
    std::byte* address = nullptr;
    std::ptrdiff_t index = 0;  ///< scaled, not in `address`
    std::size_t length = 0;    ///< in bytes

    [[nodiscard]] bool is(Prefix wanted, std::uint8_t code, bool memory) const {
      return prefix == wanted && opcode == code && in_memory == memory;
    }
  };

  static void trap(int, siginfo_t*, void* context) {
    greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const std::optional<Instruction> instruction = decode(registers);
    if (!instruction || !execute(*instruction)) {
      signal(SIGILL, SIG_DFL);  // the instruction is tried again, and ends the process
      return;
    }
    ++instructions_;
    registers[REG_RIP] += static_cast<greg_t>(instruction->length);
  }

  static std::optional<Instruction> decode(const greg_t* registers) {
    constexpr std::array<int, 16> kOrder = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                            REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                            REG_R12, REG_R13, REG_R14, REG_R15};
    const auto value = [&](std::size_t number) { return registers[kOrder[number]]; };
    const auto* const code = std::bit_cast<const std::uint8_t*>(registers[REG_RIP]);
    // The prefix: C4, then R, X and B inverted with the map of opcodes, then W, vvvv inverted, L
    // and the prefix that it stands for. All of AMX has map 2, W 0 and L 0.
    if (code[0] != 0xC4 || (code[1] & 0x1FU) != 2 || (code[2] & 0x84U) != 0) return std::nullopt;
    Instruction made;
    const std::size_t x = (code[1] & 0x40U) != 0 ? 0 : 8, b = (code[1] & 0x20U) != 0 ? 0 : 8;
    made.prefix = static_cast<Instruction::Prefix>(code[2] & 3U);
    made.vvvv = ~code[2] >> 3U & 0xFU;
    made.opcode = code[3];
    const std::uint8_t modrm = code[4];
    made.length = 5;
    made.reg = (modrm >> 3U & 7U) | ((code[1] & 0x80U) != 0 ? 0 : 8);
    made.rm = (modrm & 7U) | b;
    const unsigned mod = modrm >> 6U;
    made.in_memory = mod != 3;
    if (!made.in_memory) return made;

    greg_t base = 0;
    bool after_code = false;      // the address counts from the end of the instruction
    bool long_offset = mod == 2;  // an offset of four bytes
    if ((modrm & 7U) == 4) {
      const std::uint8_t sib = code[made.length++];
      const std::size_t index = (sib >> 3U & 7U) | x;
      made.has_sib = true;
      if (index != 4) made.index = value(index) << (sib >> 6U);
      if ((sib & 7U) == 5 && mod == 0) {
        long_offset = true;
      } else {
        base = value((sib & 7U) | b);
      }
    } else if ((modrm & 7U) == 5 && mod == 0) {
      long_offset = after_code = true;
    } else {
      base = value(made.rm);
    }
    if (long_offset) {
      std::int32_t offset = 0;
      std::memcpy(&offset, code + made.length, sizeof offset);
      made.length += sizeof offset;
      base += offset;
    } else if (mod == 1) {
      base += static_cast<std::int8_t>(code[made.length++]);
    }
    if (after_code) base += registers[REG_RIP] + static_cast<greg_t>(made.length);
    made.address = std::bit_cast<std::byte*>(base);
    return made;
  }

  /// Executes the instruction. Returns whether it exists and is allowed.
  static bool execute(const Instruction& what) {
    using enum Instruction::Prefix;
    thread_local constinit State state;
    if (what.is(xF3, 0x5C, false)) {  // TDPBF16PS
      if (!usable(state, what.reg) || !usable(state, what.rm) || !usable(state, what.vvvv) ||
          what.reg == what.rm || what.reg == what.vvvv || what.rm == what.vvvv) {
        return false;
      }
      return multiply_add(state.tiles[what.reg], state.tiles[what.rm], state.tiles[what.vvvv]);
    }
    if (what.vvvv != 0) return false;
    if (what.is(none, 0x49, true)) {  // LDTILECFG
      return what.reg == 0 && load_config(state, what.address + what.index);
    }
    if (what.is(none, 0x49, false)) {  // TILERELEASE
      state.configured = false;
      return what.reg == 0 && what.rm == 0;
    }
    if (!usable(state, what.reg)) return false;
    Tile& tile = state.tiles[what.reg];
    if (what.is(xF2, 0x49, false)) {  // TILEZERO
      tile.row = {};
      return what.rm == 0;
    }
    if (what.is(xF2, 0x4B, true) && what.has_sib) {  // TILELOADD
      tile.row = {};
      for (std::size_t r = 0; r < tile.rows; ++r) {
        std::memcpy(tile.row[r].data(), row_of(what, r), tile.bytes);
      }
      return true;
    }
    if (what.is(xF3, 0x4B, true) && what.has_sib) {  // TILESTORED
      for (std::size_t r = 0; r < tile.rows; ++r) {
        std::memcpy(row_of(what, r), tile.row[r].data(), tile.bytes);
      }
      return true;
    }
    return false;
  }

  /// Whether the tile is part of the configuration.
  static bool usable(const State& state, std::size_t tile) {
    return state.configured && tile < kTiles && state.tiles[tile].rows > 0;
  }

  static std::byte* row_of(const Instruction& what, std::size_t row) {
    return what.address + static_cast<std::ptrdiff_t>(row) * what.index;
  }

  /// 64 bytes: the palette, the start row (here always 0), from the 16th on two bytes for each
  /// tile's bytes per row, from the 48th on one for its rows, and zeros.
  static bool load_config(State& state, const std::byte* from) {
    const auto zeros = [&](std::size_t first, std::size_t end) {
      return std::all_of(from + first, from + end, [](std::byte b) { return b == std::byte{0}; });
    };
    state.configured = from[0] == std::byte{1};
    if (!state.configured) return from[0] == std::byte{0};  // as TILERELEASE
    if (!zeros(1, 16) || !zeros(32, 48) || !zeros(56, 64)) return false;
    for (std::size_t t = 0; t < kTiles; ++t) {
      Tile& tile = state.tiles[t];
      std::uint16_t bytes = 0;
      std::memcpy(&bytes, from + 16 + 2 * t, sizeof bytes);
      tile.bytes = bytes;
      tile.rows = std::to_integer<std::size_t>(from[48 + t]);
      if (tile.rows > kRows || tile.bytes > kBytes || (tile.rows == 0) != (bytes == 0))
        return false;
      tile.row = {};
    }
    return true;
  }

  /// Sums of the even and of the odd products, each fused and with subnormal numbers flushed to
  /// zero, then added to each other and to `sums`.
  static bool multiply_add(Tile& sums, const Tile& a, const Tile& b) {
    if (sums.rows != a.rows || sums.bytes != b.bytes || a.bytes != 4 * b.rows) return false;
    for (std::size_t m = 0; m < sums.rows; ++m) {
      std::array<float, kBytes / 2> parts = {};
      for (std::size_t k = 0; k < a.bytes / 4; ++k) {
        for (std::size_t n = 0; n < sums.bytes / 2; ++n) {
          parts[n] = settled(std::fma(number(a, m, 2 * k + n % 2), number(b, k, n), parts[n]));
        }
      }
      for (std::size_t n = 0; n < sums.bytes / 4; ++n) {
        float sum = 0.0F;
        std::memcpy(&sum, sums.row[m].data() + 4 * n, sizeof sum);
        sum = settled(settled(sum) + settled(parts[2 * n] + parts[2 * n + 1]));
        std::memcpy(sums.row[m].data() + 4 * n, &sum, sizeof sum);
      }
    }
    return true;
  }

  static float number(const Tile& tile, std::size_t row, std::size_t at) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, tile.row[row].data() + 2 * at, sizeof bits);
    return settled(std::bit_cast<float>(std::uint32_t{bits} << 16U));
  }
  static float settled(float value) {
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value;
  }

  static inline std::atomic<std::uint64_t> instructions_ = 0;
  struct sigaction before_ = {};
};

}  // namespace tavlab
