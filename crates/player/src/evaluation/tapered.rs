use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Pair of values for the opening and the endgame, interpolated by the material left (*tapered evaluation*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tapered {
    /// Value with all men on the board.
    pub opening: i32,
    /// Value without material.
    pub ending: i32,
}

impl Tapered {
    /// Zero.
    pub const ZERO: Self = Self::new(0, 0);

    /// A pair of values.
    pub const fn new(opening: i32, ending: i32) -> Self {
        Self { opening, ending }
    }

    /// The same value in all phases.
    pub const fn both(number: i32) -> Self {
        Self::new(number, number)
    }

    /// Interpolates where `left` of `all` material is left.
    pub(super) fn interpolated(self, left: i32, all: i32) -> i32 {
        let all = all.max(1);
        let left = left.clamp(0, all);
        (self.opening * left + self.ending * (all - left)) / all
    }

    /// Multiplies and rounds both values.
    pub(super) fn scaled(self, factor: f64) -> Self {
        let times = |number: i32| (f64::from(number) * factor).round() as i32;
        Self::new(times(self.opening), times(self.ending))
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self::new(self.opening * factor, self.ending * factor)
    }
}

impl Neg for Tapered {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.opening, -self.ending)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
