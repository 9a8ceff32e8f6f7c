#pragma once

namespace tavlab {

/// Half the width of a confidence sequence for a quantity whose estimate is about normal with
/// `variance` by now, a variance that falls as games come in. By a normal mixture over the drift of
/// its sum (Robbins 1970, Annals of Mathematical Statistics 41, 1397-1409): with the information
/// V = 1 / variance,
///
///   sqrt((V + r) ln((V + r) / (r alpha^2))) / V
///
/// The probability that the sequence ever excludes the truth is at most about alpha:
/// asymptotically, as the estimate becomes normal (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas
/// 2024, Annals of Statistics 52, 2613-2640). It is narrowest, about 1.4 times as wide as an
/// interval for a fixed time at alpha = 0.05, where the variance is `target`: r = V_target / (2
/// ln(1/alpha) + ln(1 + 2 ln(1/alpha))) (Howard, Ramdas, McAuliffe, Sekhon 2021, Annals of
/// Statistics 49, 1055-1080).
///
/// Throws std::invalid_argument unless variance >= 0, target > 0 and 0 < alpha < 1.
double mixture_half_width(double variance, double target, double alpha);

}  // namespace tavlab
