//! Dense symmetric positive definite matrices. A thousand rows take a fraction of a second.

/// If less than this part of a row is left after elimination, the row counts as a combination of the rows above it. The
/// rest may be mere rounding.
const LEAST_LEFT: f64 = 1e-11;

/// The lower triangle L with L Lᵀ equal to a matrix (Cholesky), stored by rows.
pub(super) struct Factor {
    size: usize,
    rows: Vec<f64>,
}

/// The dot product. Eight sums run in parallel, so that none waits for another.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (blocks, others) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = blocks.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in blocks.zip(others) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += x * y;
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The product of two symmetric matrices of `size` rows.
pub(super) fn times(a: &[f64], b: &[f64], size: usize) -> Vec<f64> {
    // A row of `b` equals its column.
    let product = |row: &[f64]| b.chunks(size).map(|column| dot(row, column)).collect::<Vec<f64>>();
    a.chunks(size).flat_map(product).collect()
}

impl Factor {
    /// Factors a matrix of `size` rows, of which only the lower triangle is read. Returns `None` if the matrix is not
    /// positive definite, or if rounding could hide that it is not.
    pub(super) fn new(mut rows: Vec<f64>, size: usize) -> Option<Self> {
        for row in 0..size {
            let (above, from) = rows.split_at_mut(row * size);
            let whole = from[row];
            for column in 0..=row {
                let known = if column < row { &above[column * size..column * size + column] } else { &from[..column] };
                let rest = from[column] - dot(&from[..column], known);
                from[column] = if column < row { rest / above[column * size + column] } else { rest };
            }
            let pivot = from[row];
            // Written so that NaN fails too.
            if !(pivot > LEAST_LEFT * whole && pivot.is_finite()) {
                return None;
            }
            from[row] = pivot.sqrt();
        }
        Some(Self { size, rows })
    }

    /// Solves A x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known = &self.rows[row * self.size..];
            x[row] = (x[row] - dot(&known[..row], &x[..row])) / known[row];
        }
        for row in (0..self.size).rev() {
            x[row] /= self.rows[row * self.size + row];
            let (earlier, this) = x.split_at_mut(row);
            for (value, entry) in earlier.iter_mut().zip(&self.rows[row * self.size..]) {
                *value -= entry * this[0];
            }
        }
        x
    }

    /// The whole inverse of A.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let size = self.size;
        // Row r of `inverted` is column r of the inverse of L; entries before r are zero.
        let mut inverted = vec![0.0; size * size];
        for r in 0..size {
            inverted[r * size + r] = 1.0 / self.rows[r * size + r];
            for row in r + 1..size {
                let known = &self.rows[row * size..row * size + size];
                let column = &mut inverted[r * size..(r + 1) * size];
                column[row] = -dot(&known[r..row], &column[r..row]) / known[row];
            }
        }
        let mut inverse = vec![0.0; size * size];
        for a in 0..size {
            for b in 0..=a {
                let value = dot(&inverted[a * size + a..(a + 1) * size], &inverted[b * size + a..(b + 1) * size]);
                inverse[a * size + b] = value;
                inverse[b * size + a] = value;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A positive definite matrix without a pattern: M Mᵀ + 1.
    fn sample(size: usize) -> Vec<f64> {
        let entry = |a: usize, b: usize| f64::from(u32::try_from((a * 7 + b * 13 + a * b) % 11).unwrap()) - 5.0;
        let product = |a: usize, b: usize| (0..size).map(|k| entry(a, k) * entry(b, k)).sum::<f64>();
        (0..size * size)
            .map(|at| product(at / size, at % size) + if at / size == at % size { 1.0 } else { 0.0 })
            .collect()
    }

    #[test]
    fn solutions_and_inverses_are_exact() {
        for size in [1, 2, 7, 8, 9, 30] {
            let matrix = sample(size);
            let factor = Factor::new(matrix.clone(), size).unwrap();
            let right: Vec<f64> = (0..size).map(|row| f64::from(u32::try_from(row % 5).unwrap()) - 2.0).collect();
            let x = factor.solve(&right);
            let inverse = factor.inverse();
            for row in 0..size {
                let line = &matrix[row * size..(row + 1) * size];
                assert!((dot(line, &x) - right[row]).abs() < 1e-7, "{size}");
                for column in 0..size {
                    let product = dot(line, &inverse[column * size..(column + 1) * size]);
                    assert!((product - if row == column { 1.0 } else { 0.0 }).abs() < 1e-7, "{size}");
                }
            }
        }
    }

    #[test]
    fn rejects_matrices_that_are_not_positive_definite() {
        assert!(Factor::new(vec![1.0, 2.0, 2.0, 1.0], 2).is_none());
        assert!(Factor::new(vec![1.0, 1.0, 1.0, 1.0 + 1e-13], 2).is_none());
        assert!(Factor::new(vec![0.0], 1).is_none());
        assert!(Factor::new(vec![f64::NAN], 1).is_none());
    }
}
