//! Pseudorandom numbers as a function of a seed, the same on every machine and in every version.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) is implemented
//! here, so that a tournament's seed always gives the same matches.

/// The increment of SplitMix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes 64 bits so that each bit of the input changes about half of the output.
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Derives the seed of `parts` from `seed`. Parts that differ in value or order give unrelated seeds.
#[must_use]
pub fn derive(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(mix(seed), |seed, part| mix(seed ^ mix(part.wrapping_add(GOLDEN))))
}

/// A stream of pseudorandom numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Creates the stream of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let value = mix(self.state);
        self.state = self.state.wrapping_add(GOLDEN);
        value
    }

    /// Returns a number below `bound`. All are equally likely except for a bias below 2^-32 (Lemire's multiplication).
    ///
    /// # Panics
    /// Panics if `bound` is 0.
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below `bound`")]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Returns true with this probability: never for 0, always for 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are taken, which a double holds exactly")]
    pub fn chance(&mut self, probability: f64) -> bool {
        ((self.next_u64() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }

    /// Shuffles `items` (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_splitmix64() {
        // The first outputs of the authors' reference program for the seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn derived_seeds_depend_on_value_and_order() {
        assert_ne!(derive(1, &[2, 3]), derive(1, &[3, 2]));
        assert_ne!(derive(1, &[2]), derive(2, &[2]));
        assert_ne!(derive(1, &[0]), derive(1, &[0, 0]));
        assert_eq!(derive(7, &[1, 2]), derive(7, &[1, 2]));
    }

    #[test]
    fn all_numbers_below_a_bound_occur_equally_often() {
        let mut rng = Rng::new(5);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1_200).contains(&n)), "{seen:?}");
    }

    #[test]
    fn chance_is_never_true_at_0_and_always_at_1() {
        let mut rng = Rng::new(9);
        assert!((0..1_000).all(|_| !rng.chance(0.0) && rng.chance(1.0)));
    }
}
