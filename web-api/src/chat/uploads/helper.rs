//! Decodes untrusted pictures in a child process: this program again, with limits on memory, processor time and files.
//!
//! The child gets one file on its standard input, none of the environment, and no way to write but its standard output. It
//! limits itself before it reads anything ([`help`]); its parent kills it after `TIMEOUT`.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::time::timeout;

use super::picture::{Format, Picture, remake, small_picture};
use super::picture_error::PictureError;
use super::sniff::Media;
use super::square::square;

/// Bytes of data that the child may hold in memory (`RLIMIT_DATA`), beside the program's code.
const MEMORY: u64 = 160 * 1024 * 1024;
/// Seconds of processor time.
const PROCESSOR: u64 = 5;
/// Standard input and output, fonts, and what the system's library opens for itself.
const OPEN_FILES: u64 = 32;
/// How long the child may take from its start to its last byte.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of an answer beside the picture: its first line and the thumbnail.
const HEAD: u64 = 1024 * 1024;
/// The exit code of a Rust program that panicked.
const PANICKED: i32 = 101;

/// How the helper is started.
#[derive(Debug, Clone)]
pub struct PictureHelper {
    program: PathBuf,
    arguments: Vec<OsString>,
    time_limit: Duration,
}

/// What the child is to make of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// A picture to be kept.
    Remake(Media),
    /// A small version of a picture of any type but SVG, which is told by its first bytes.
    Small,
    /// A small square one that shows the whole picture.
    Square(Media),
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPicture {
    #[error(transparent)]
    Refused(#[from] PictureError),
    #[error("The picture is too large once it is written anew.")]
    TooLarge,
    #[error("the picture helper {program}: {why}")]
    NoHelper { program: PathBuf, why: io::Error },
    #[error("a picture could not be written down: {0}")]
    NoFile(io::Error),
}

/// The first line of the child's answer. The bytes of the picture follow, and those of the smaller one.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Made { format: Format, width: u32, height: u32, length: usize, thumbnail: Option<usize> },
    Refused(PictureError),
}

impl PictureHelper {
    /// `program` has to call [`help`] with the argument that is appended to `arguments`.
    pub fn new(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = OsString>) -> Self {
        Self { program: program.into(), arguments: arguments.into_iter().collect(), time_limit: TIMEOUT }
    }

    /// Sets another limit on the child's wall-clock time.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    /// Runs this program itself, which calls [`help`] when its first argument is `command`.
    pub fn this_program(command: &str) -> io::Result<Self> {
        // Still the running program after an update has replaced its file.
        let itself = Path::new("/proc/self/exe");
        let program = if itself.exists() { itself.to_owned() } else { std::env::current_exe()? };
        Ok(Self::new(program, [command.into()]))
    }

    /// Makes a picture of the file that `input` reads. A result that is larger than `limit` bytes is refused.
    pub(super) async fn make(&self, task: Task, input: Stdio, limit: u64) -> Result<Picture, NoPicture> {
        let no_helper = |why| NoPicture::NoHelper { program: self.program.clone(), why };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(task.word()).env_clear().current_dir("/");
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().map_err(no_helper)?;
        let output = child.stdout.take().expect("it is piped");
        let answered = timeout(self.time_limit, async {
            let mut answer = Vec::new();
            let read = output.take(limit + HEAD).read_to_end(&mut answer).await?;
            // Waits only after the last byte: a child whose output nobody reads would never exit.
            let whole = (read as u64) < limit + HEAD;
            Ok(if whole { Some((answer, child.wait().await?)) } else { None })
        });
        // Dropping the child kills it.
        let Ok(answered) = answered.await else { return Err(PictureError::TooMuchWork.into()) };
        let (answer, status) = answered.map_err(no_helper)?.ok_or(NoPicture::TooLarge)?;
        judge(status)?.map_err(|why| no_helper(io::Error::other(why)))?;
        read_answer(&answer).ok_or_else(|| no_helper(io::ErrorKind::InvalidData.into()))?.map_err(Into::into)
    }
}

/// Judges the exit status. The outer error is about the picture, the inner one about a helper that cannot work at all.
fn judge(status: ExitStatus) -> Result<Result<(), String>, PictureError> {
    match status.code() {
        Some(0) => Ok(Ok(())),
        Some(PANICKED) => Err(PictureError::Damaged),
        None if status.signal().is_some() => Err(PictureError::TooMuchWork),
        _ => Ok(Err(status.to_string())),
    }
}

fn read_answer(answer: &[u8]) -> Option<Result<Picture, PictureError>> {
    let head = answer.iter().position(|byte| *byte == b'\n')?;
    let (head, rest) = answer.split_at(head + 1);
    let (format, width, height, length, thumbnail) = match serde_json::from_slice(head).ok()? {
        Answer::Made { format, width, height, length, thumbnail } => {
            (format, width, height, length, thumbnail)
        }
        Answer::Refused(error) => return Some(Err(error)),
    };
    let (bytes, rest) = rest.split_at_checked(length)?;
    let thumbnail = match thumbnail {
        Some(length) => Some(rest.get(..length)?.to_vec()),
        None => None,
    };
    Some(Ok(Picture { bytes: bytes.to_vec(), format, width, height, thumbnail }))
}

/// The child's whole life: limits itself, reads a file, and answers. `task` is what [`PictureHelper`] gave it.
pub fn help(task: &str) -> ExitCode {
    let done = limit_itself().and_then(|()| {
        let task = Task::parse(task).ok_or(io::ErrorKind::InvalidInput)?;
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        answer(task.run(&bytes))
    });
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn limit_itself() -> io::Result<()> {
    let limits = [
        (Resource::Data, MEMORY),
        (Resource::Cpu, PROCESSOR),
        (Resource::Nofile, OPEN_FILES),
        (Resource::Fsize, 0),
        (Resource::Nproc, 0),
        (Resource::Core, 0),
    ];
    for (resource, most) in limits {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

fn answer(made: Result<Picture, PictureError>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let head = match &made {
        Ok(Picture { bytes, format, width, height, thumbnail }) => Answer::Made {
            format: *format,
            width: *width,
            height: *height,
            length: bytes.len(),
            thumbnail: thumbnail.as_ref().map(Vec::len),
        },
        Err(error) => Answer::Refused(*error),
    };
    serde_json::to_writer(&mut output, &head)?;
    output.write_all(b"\n")?;
    if let Ok(picture) = made {
        output.write_all(&picture.bytes)?;
        output.write_all(picture.thumbnail.as_deref().unwrap_or_default())?;
    }
    output.flush()
}

/// The child's argument for each task.
const WORDS: [(&str, Task); 12] = [
    ("png", Task::Remake(Media::Png)),
    ("jpeg", Task::Remake(Media::Jpeg)),
    ("gif", Task::Remake(Media::Gif)),
    ("webp", Task::Remake(Media::Webp)),
    ("bmp", Task::Remake(Media::Bmp)),
    ("svg", Task::Remake(Media::Svg)),
    ("small", Task::Small),
    ("square-png", Task::Square(Media::Png)),
    ("square-jpeg", Task::Square(Media::Jpeg)),
    ("square-gif", Task::Square(Media::Gif)),
    ("square-webp", Task::Square(Media::Webp)),
    ("square-svg", Task::Square(Media::Svg)),
];

impl Task {
    fn parse(word: &str) -> Option<Self> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, task)| *task)
    }

    fn word(self) -> &'static str {
        let found = WORDS.iter().find(|(_, task)| *task == self);
        found.map(|(word, _)| *word).expect("every picture has a word, and a video is never made anew")
    }

    pub(super) fn run(self, bytes: &[u8]) -> Result<Picture, PictureError> {
        match self {
            Self::Remake(media) => remake(bytes, media),
            Self::Small => small_picture(bytes),
            Self::Square(media) => square(bytes, media),
        }
    }
}
