#pragma once

#include <signal.h>
#include <ucontext.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace tavlab {

/// While one of these lives, AMX's instructions work on a processor that does not know them: each
/// raises SIGILL, is decoded as it lies in memory, and is done on tiles of the thread. So the
/// kernels are tested as they are compiled, with their registers, operands and distances. By
/// Intel's manual: volume 2, "LDTILECFG" and the others, and volume 1, chapter 18.
class AmxEmulator {
 public:
  AmxEmulator() {
    struct sigaction action = {};
    action.sa_sigaction = trap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGILL, &action, &before_);
  }
  ~AmxEmulator() { sigaction(SIGILL, &before_, nullptr); }
  AmxEmulator(const AmxEmulator&) = delete;
  AmxEmulator& operator=(const AmxEmulator&) = delete;

 private:
  static constexpr std::size_t kTiles = 8, kRows = 16, kBytes = 64;

  struct Tile {
    std::size_t rows = 0, bytes = 0;  ///< of a row
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
    bool has_index = false;
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
    bool from_next = false, wide = mod == 2;
    if ((modrm & 7U) == 4) {
      const std::uint8_t sib = code[made.length++];
      const std::size_t index = (sib >> 3U & 7U) | x;
      made.has_index = index != 4;
      if (made.has_index) made.index = value(index) << (sib >> 6U);
      if ((sib & 7U) == 5 && mod == 0) {
        wide = true;
      } else {
        base = value((sib & 7U) | b);
      }
    } else if ((modrm & 7U) == 5 && mod == 0) {
      wide = from_next = true;
    } else {
      base = value(made.rm);
    }
    if (wide) {
      std::int32_t offset = 0;
      std::memcpy(&offset, code + made.length, sizeof offset);
      made.length += sizeof offset;
      base += offset;
    } else if (mod == 1) {
      base += static_cast<std::int8_t>(code[made.length++]);
    }
    if (from_next) base += registers[REG_RIP] + static_cast<greg_t>(made.length);
    made.address = std::bit_cast<std::byte*>(base);
    return made;
  }

  /// Whether there is such an instruction, and it may be done.
  static bool execute(const Instruction& i) {
    using enum Instruction::Prefix;
    thread_local constinit State state;
    if (i.is(none, 0x49, true)) return load_config(state, i.address + i.index);
    if (i.is(none, 0x49, false)) {  // TILERELEASE
      state.configured = false;
      return i.reg == 0 && i.rm == 0;
    }
    if (!state.configured || i.reg >= kTiles) return false;
    Tile& tile = state.tiles[i.reg];
    if (i.is(xF2, 0x49, false)) {  // TILEZERO
      tile.row = {};
      return true;
    }
    if (i.is(xF2, 0x4B, true)) {  // TILELOADD
      tile.row = {};
      for (std::size_t r = 0; r < tile.rows; ++r) {
        std::memcpy(tile.row[r].data(), row_of(i, r), tile.bytes);
      }
      return true;
    }
    if (i.is(xF3, 0x4B, true)) {  // TILESTORED
      for (std::size_t r = 0; r < tile.rows; ++r) {
        std::memcpy(row_of(i, r), tile.row[r].data(), tile.bytes);
      }
      return true;
    }
    if (i.is(xF3, 0x5C, false) && i.rm < kTiles && i.vvvv < kTiles) {  // TDPBF16PS
      return multiply_add(tile, state.tiles[i.rm], state.tiles[i.vvvv]);
    }
    return false;
  }

  static std::byte* row_of(const Instruction& i, std::size_t row) {
    return i.address + static_cast<std::ptrdiff_t>(row) * i.index;
  }

  static bool load_config(State& state, const std::byte* from) {
    if (std::to_integer<int>(from[0]) != 1) return false;
    for (std::size_t t = 0; t < kTiles; ++t) {
      Tile& tile = state.tiles[t];
      std::uint16_t bytes = 0;
      std::memcpy(&bytes, from + 16 + 2 * t, sizeof bytes);
      tile.bytes = bytes;
      tile.rows = std::to_integer<std::size_t>(from[48 + t]);
      if (tile.rows > kRows || tile.bytes > kBytes) return false;
      tile.row = {};
    }
    state.configured = true;
    return true;
  }

  /// Sums of the even and of the odd products, each fused and without what is below the smallest
  /// normal number, then added to each other and to `sums`.
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

  struct sigaction before_ = {};
};

}  // namespace tavlab
