#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// What a misspelt name may have meant.
namespace tavlab {

/// The text in small letters, Latin and Cyrillic, with "ё" as "е": texts that differ only in this
/// are the same for a search.
std::string folded(std::string_view text);

/// The candidate with the smallest edit distance to `text` of the folded texts; empty
/// without candidates.
std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates);
std::string_view nearest(std::string_view text, std::span<const std::string> candidates);

/// The candidate that was probably meant: the nearest if one letter is wrong, or else one of the
/// same words ("range.king" for "king.range"), or else the first that begins with `text`, or else
/// the nearest if at most every third letter is wrong, or else the first that has `text` inside;
/// otherwise empty.
std::string_view similar(std::string_view text, std::span<const std::string_view> candidates);
std::string_view similar(std::string_view text, std::span<const std::string> candidates);

/// "; the nearest is 'CANDIDATE'" for the end of a message, or nothing if none is similar.
std::string near_note(std::string_view text, std::span<const std::string_view> candidates);
std::string near_note(std::string_view text, std::span<const std::string> candidates);

}  // namespace tavlab
