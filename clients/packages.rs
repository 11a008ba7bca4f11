//! The packages for authors of bots, in the formats that pip and npm install: a wheel and a tarball. The server offers
//! those that fit it below `/packages/`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use sha2::{Digest, Sha256};

use super::{entries, watch};

/// Modification time of all files in a tarball: 1985-10-26, as npm writes it. Times of their own would make each build
/// different.
const MODIFIED: u32 = 499_162_500;

/// Name and content of a file in a package.
type Entry = (String, Vec<u8>);

fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.to_owned())
}

/// Writes the wheel of the package in `python` to `folder`, as the core metadata specification of Python packages and
/// the specification of wheels describe it.
pub(super) fn wheel(python: &Path, folder: &Path) -> io::Result<()> {
    let project_file = python.join("pyproject.toml");
    watch(&project_file);
    let project: toml::Table = fs::read_to_string(project_file)?.parse().map_err(io::Error::other)?;
    let project = project.get("project").and_then(toml::Value::as_table).ok_or_else(|| invalid("no [project]"))?;
    let text = |key: &str| project.get(key).and_then(toml::Value::as_str).ok_or_else(|| invalid(key));
    let (name, version) = (text("name")?.replace('-', "_"), text("version")?);
    let readme = python.join("README.md");
    watch(&readme);
    let mut metadata = format!(
        "Metadata-Version: 2.4\nName: {}\nVersion: {version}\nSummary: {}\nLicense-Expression: {}\nRequires-Python: {}\n",
        text("name")?,
        text("description")?,
        text("license")?,
        text("requires-python")?,
    );
    for needed in project.get("dependencies").and_then(toml::Value::as_array).into_iter().flatten() {
        metadata += &format!("Requires-Dist: {}\n", needed.as_str().ok_or_else(|| invalid("dependencies"))?);
    }
    metadata += &format!("Description-Content-Type: text/markdown\n\n{}", fs::read_to_string(readme)?);
    let mut scripts = "[console_scripts]\n".to_owned();
    for (command, function) in project.get("scripts").and_then(toml::Value::as_table).into_iter().flatten() {
        scripts += &format!("{command} = {}\n", function.as_str().ok_or_else(|| invalid("scripts"))?);
    }
    let mut files = below(&python.join("src"), "")?;
    files.retain(|(name, _)| name.ends_with(".py") || name.ends_with("py.typed"));
    files.iter().for_each(|(name, _)| watch(&python.join("src").join(name)));
    let info = format!("{name}-{version}.dist-info");
    let tags = "Wheel-Version: 1.0\nGenerator: gametree-arena\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    files.push((format!("{info}/METADATA"), metadata.into_bytes()));
    files.push((format!("{info}/WHEEL"), tags.as_bytes().to_vec()));
    files.push((format!("{info}/entry_points.txt"), scripts.into_bytes()));
    let mut record = String::new();
    for (name, content) in &files {
        record += &format!("{name},sha256={},{}\n", base64(&Sha256::digest(content)), content.len());
    }
    record += &format!("{info}/RECORD,,\n");
    files.push((format!("{info}/RECORD"), record.into_bytes()));
    fs::write(folder.join(format!("{name}-{version}-py3-none-any.whl")), zip(&files)?)
}

/// Writes the tarball of the package in `typescript` to `folder`. `compiled` has what its compiler wrote.
pub(super) fn tarball(typescript: &Path, compiled: &Path, folder: &Path) -> io::Result<()> {
    let package = fs::read_to_string(typescript.join("package.json"))?;
    let version = package.split("\"version\": \"").nth(1).and_then(|rest| rest.split('"').next());
    let version = version.ok_or_else(|| invalid("package.json has no version"))?;
    let mut files = vec![("package/package.json".to_owned(), package.clone().into_bytes())];
    files.push(("package/README.md".to_owned(), fs::read(typescript.join("README.md"))?));
    files.extend(below(compiled, "package/dist/")?);
    files.extend(below(&typescript.join("examples"), "package/examples/")?);
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for (name, content) in &files {
        packed.write_all(&tar_header(name, content.len())?)?;
        packed.write_all(content)?;
        packed.write_all(&vec![0; content.len().next_multiple_of(512) - content.len()])?;
    }
    packed.write_all(&[0; 1_024])?;
    fs::write(folder.join(format!("gametree-arena-client-{version}.tgz")), packed.finish()?)
}

/// The files below `folder`, sorted by name, with `above` before their names.
fn below(folder: &Path, above: &str) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    for (name, path) in entries(folder) {
        if path.is_dir() {
            found.extend(below(&path, &format!("{above}{name}/"))?);
        } else {
            found.push((format!("{above}{name}"), fs::read(&path)?));
        }
    }
    found.sort();
    Ok(found)
}

/// A ZIP archive of uncompressed files (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
fn zip(files: &[Entry]) -> io::Result<Vec<u8>> {
    let length = |count: usize| u32::try_from(count).map_err(|_| invalid("the archive is too large"));
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut crc = Crc::new();
        crc.update(content);
        let size = length(content.len())?.to_le_bytes();
        // Version 2.0, no flags, stored, at midnight of 1980-01-01; then the checksum and both sizes.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        common.extend(crc.sum().to_le_bytes());
        common.extend([size, size].concat());
        common.extend(u16::try_from(name.len()).map_err(|_| invalid("a name is too long"))?.to_le_bytes());
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        // No extra field, no comment, the first disk, no internal attributes; a file with mode 0644.
        directory.extend([0; 8]);
        directory.extend((0o100_644_u32 << 16).to_le_bytes());
        directory.extend(length(archive.len())?.to_le_bytes());
        directory.extend(name.as_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend([0; 2]);
        archive.extend(name.as_bytes());
        archive.extend(content);
    }
    let count = u16::try_from(files.len()).map_err(|_| invalid("the archive has too many files"))?.to_le_bytes();
    let (start, size) = (length(archive.len())?, length(directory.len())?);
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count, count].concat());
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// The header of a file in a tar archive (POSIX ustar).
fn tar_header(name: &str, size: usize) -> io::Result<[u8; 512]> {
    let mut header = [0; 512];
    if name.len() > 100 {
        return Err(invalid("a name is too long"));
    }
    header[..name.len()].copy_from_slice(name.as_bytes());
    let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{size:011o}\0"));
    put(136, &format!("{MODIFIED:011o}\0"));
    // The checksum counts its own field as blanks.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// URL-safe base64 without padding.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*group.get(at).unwrap_or(&0)));
        for place in 0..=group.len() {
            text.push(char::from(SIGNS[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}
