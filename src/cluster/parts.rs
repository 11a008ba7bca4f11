//! Documents that are too long for one message of NATS: plans and modules. The receiver requests them part by part.

/// Maximum size of a part in bytes. The default limit of NATS servers is 1 MiB.
pub(crate) const PART: usize = 512 * 1_024;

/// Returns the part of a document at an offset: eight bytes with the total length, and then the bytes from there on.
pub(crate) fn part_of(document: &[u8], from: usize) -> Vec<u8> {
    let rest = document.get(from..).unwrap_or_default();
    let mut part = (document.len() as u64).to_le_bytes().to_vec();
    part.extend_from_slice(&rest[..rest.len().min(PART)]);
    part
}

/// Reads a message of [`part_of`]: the total length and the part.
pub(crate) fn read_part(message: &[u8]) -> (u64, &[u8]) {
    let (size, part) = message.split_at_checked(8).unwrap_or_default();
    (size.try_into().map_or(0, u64::from_le_bytes), part)
}

/// Requests a document of at most `most` bytes. `part` requests the message with the part at an offset. Returns `None` if
/// the document is too long or ends early.
pub(crate) async fn collect<M: AsRef<[u8]>, E, F: Future<Output = Result<M, E>>>(
    most: u64,
    part: impl Fn(usize) -> F,
) -> Result<Option<Vec<u8>>, E> {
    let mut document = Vec::new();
    loop {
        let message = part(document.len()).await?;
        let (size, bytes) = read_part(message.as_ref());
        document.extend_from_slice(bytes);
        let length = document.len() as u64;
        if size > most || (bytes.is_empty() && length < size) {
            return Ok(None);
        }
        if length >= size {
            return Ok(Some(document));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sent(document: &[u8], most: u64) -> Option<Vec<u8>> {
        let part = |from| std::future::ready(Ok::<_, ()>(part_of(document, from)));
        collect(most, part).await.expect("each part arrives")
    }

    #[tokio::test]
    async fn long_documents_arrive_whole_and_longer_ones_are_refused() {
        for length in [0, 1, PART, PART + 1, 2 * PART, 2 * PART + 7] {
            let document: Vec<u8> = (0..length).map(|at| at as u8).collect();
            assert_eq!(sent(&document, 1 << 30).await, Some(document.clone()));
            assert_eq!(sent(&document, length as u64).await, Some(document));
        }
        assert_eq!(sent(&[0; 3], 2).await, None);
    }

    #[tokio::test]
    async fn a_document_that_ends_early_is_refused() {
        let part = |from| std::future::ready(Ok::<_, ()>([&9u64.to_le_bytes()[..], &[1; 4][from..]].concat()));
        assert_eq!(collect(100, part).await, Ok(None));
        assert_eq!(collect(100, |_| std::future::ready(Ok::<_, ()>(b"no".to_vec()))).await, Ok(Some(Vec::new())));
    }
}
