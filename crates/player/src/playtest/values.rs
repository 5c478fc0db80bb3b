//! Values of men by logistic regression of game results on material balance, with Newton's method.

/// Material balance of a position: by kind, White's men minus Black's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Balance {
    pub(super) men: Vec<i8>,
    /// Result of the game for White: 1, ½ or 0.
    pub(super) result: f64,
    /// The number of its game.
    pub(super) game: u64,
    /// Weight of the position, since positions of one game are correlated.
    pub(super) weight: f64,
}

/// Log-odds of winning that a man of each kind adds; the last number is White's first-move advantage.
///
/// Ridge regression keeps kinds with few different balances near 0.
pub(super) fn fit<'a>(balances: &(impl Iterator<Item = &'a Balance> + Clone), kinds: usize) -> Vec<f64> {
    const ROUNDS: usize = 12;
    const RIDGE: f64 = 0.05;
    let size = kinds + 1;
    let mut worth = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = worth.iter().map(|worth| -RIDGE * worth).collect();
        let mut curve = vec![vec![0.0; size]; size];
        for (index, row) in curve.iter_mut().enumerate() {
            row[index] = RIDGE;
        }
        for balance in balances.clone() {
            let men: Vec<f64> = balance.men.iter().map(|&men| f64::from(men)).chain([1.0]).collect();
            let sum: f64 = men.iter().zip(&worth).map(|(men, worth)| men * worth).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for (one, &here) in men.iter().enumerate().filter(|(_, men)| **men != 0.0) {
                slope[one] += balance.weight * (balance.result - chance) * here;
                for (other, &there) in men.iter().enumerate() {
                    curve[one][other] += balance.weight * chance * (1.0 - chance) * here * there;
                }
            }
        }
        let Some(step) = solve(curve, slope) else { break };
        worth.iter_mut().zip(&step).for_each(|(worth, step)| *worth += step.clamp(-2.0, 2.0));
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    worth
}

/// Solves a system of linear equations by Gaussian elimination.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..size {
            let factor = rows[row][column] / rows[column][column];
            let (above, below) = rows.split_at_mut(row);
            below[0].iter_mut().zip(&above[column]).skip(column).for_each(|(to, from)| *to -= factor * from);
            right[row] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|other| rows[column][other] * right[other]).sum();
        right[column] = (right[column] - known) / rows[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let solved = solve(vec![vec![0.0, 2.0], vec![1.0, 1.0]], vec![4.0, 5.0]).unwrap();
        assert_eq!(solved, [3.0, 2.0]);
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 1.0]), None);
    }

    #[test]
    fn values_that_games_were_made_with_are_found() {
        // Games in which a man of the second kind is worth three of the first, and White is ahead by a half.
        let mut balances = Vec::new();
        for game in 0..20_000_u64 {
            let men = vec![(game % 7) as i8 - 3, (game / 7 % 5) as i8 - 2];
            let sum = 0.4 * f64::from(men[0]) + 1.2 * f64::from(men[1]) + 0.2;
            let chance = 1.0 / (1.0 + f64::exp(-sum));
            let dice = (game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1_u64 << 53) as f64;
            balances.push(Balance { men, result: f64::from(u8::from(dice < chance)), game, weight: 1.0 });
        }
        let worth = fit(&balances.iter(), 2);
        assert!((worth[1] / worth[0] - 3.0).abs() < 0.25, "{worth:?}");
        assert!((worth[2] - 0.2).abs() < 0.1, "{worth:?}");
    }
}
