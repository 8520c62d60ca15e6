//! Files that only their owner may read, and that a crash does not lose.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tracing::warn;

/// Whether others than a file's owner could read or write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// Its owner alone, or a group that the owner has chosen.
    Kept,
    /// Others could, and cannot any more. It has been logged.
    Mended,
    /// Everybody can, and the file is not ours to mend.
    Open,
}

/// Permission bits of the group and others; of others alone.
const OTHERS: u32 = 0o077;
const EVERYBODY: u32 = 0o007;

/// Whether nobody but its owner has permissions.
pub fn is_private(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.permissions().mode() & OTHERS == 0)
}

/// Makes a secret file private to its owner, and logs it if others could read it.
pub fn keep_private(path: &Path) -> io::Result<Privacy> {
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & OTHERS == 0 {
        return Ok(Privacy::Kept);
    }
    let private = mode & 0o700;
    if fs::set_permissions(path, fs::Permissions::from_mode(private)).is_ok() {
        let (path, mode) = (path.display(), mode & 0o7777);
        warn!("{path} could be read by others: its mode was {mode:04o}, and is {private:04o} now");
        return Ok(Privacy::Mended);
    }
    Ok(if mode & EVERYBODY == 0 { Privacy::Kept } else { Privacy::Open })
}

/// Syncs the folder of a file, without which the file's name may be lost in a crash.
pub fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
