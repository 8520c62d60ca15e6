//! Builds the dashboard with npm and turns its files into a table that `pages/assets.rs` includes.
//!
//! Nothing is written into the source tree but `dashboard-ui/node_modules`. `BOOSTDESK_DASHBOARD_DIST` names a ready-made
//! build instead, for a machine without Node. Cargo shows of a build script only its `warning=` and `error=` lines.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::time::Instant;
use std::{env, io};

const READY_MADE: &str = "BOOSTDESK_DASHBOARD_DIST";
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Files in the build's folder `server`, which only the server reads.
const FOR_THE_SERVER: [&str; 5] =
    ["inline-scripts.txt", "painted.json", "painted.examples.json", "painted-home.txt", "screens.json"];

/// What a build of the dashboard depends on. Tests and end-to-end tests are not here.
const SOURCES: [&str; 13] = [
    "index.html",
    "login.html",
    "front.html",
    "public.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "vite.frame.config.ts",
    "vite.prerender.config.ts",
    "vite",
    "tsconfig.json",
    "src",
    "public",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={READY_MADE}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    if let Err(problem) = dashboard(&out).and_then(|dist| embed(&dist, &out)) {
        println!("cargo::error={}", problem.replace('\n', "\ncargo::error="));
        exit(1);
    }
}

fn dashboard(out: &Path) -> Result<PathBuf, String> {
    if let Some(dist) = env::var_os(READY_MADE).filter(|dist| !dist.is_empty()) {
        let dist = PathBuf::from(dist);
        println!("cargo::rerun-if-changed={}", dist.display());
        if !dist.join("index.html").is_file() {
            return Err(format!("{READY_MADE} is {}, which has no index.html.", dist.display()));
        }
        return Ok(dist);
    }
    // Read at run time: two checkouts that share a target directory share this program, too.
    let crate_dir = env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let ui = Path::new(&crate_dir).join("../dashboard-ui");
    for source in SOURCES.iter().map(|name| ui.join(name)).filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    check_node()?;
    install_packages(&ui)?;
    build(&ui, out)
}

fn check_node() -> Result<(), String> {
    let (major, minor) = OLDEST_NODE;
    let mend = format!(
        "Install Node {major}.{minor} or newer with npm (https://nodejs.org), or set {READY_MADE} to a ready-made build."
    );
    let output = Command::new("node").arg("--version").output();
    let output = output.map_err(|error| format!("The dashboard needs Node to be built: {error}. {mend}"))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(found_major)), Some(Ok(found_minor))) if (found_major, found_minor) >= OLDEST_NODE => Ok(()),
        _ => Err(format!("The dashboard needs a newer Node than {version}. {mend}")),
    }
}

/// `npm ci`, when the lock file is newer than what was installed by it.
fn install_packages(ui: &Path) -> Result<(), String> {
    let lock = ui.join("package-lock.json");
    let held = File::open(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    // A debug and a release build may run at the same time and share node_modules.
    held.lock().map_err(|error| format!("{}: {error}", lock.display()))?;
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
    let installed = changed(&ui.join("node_modules/.package-lock.json"));
    if installed.is_ok_and(|installed| changed(&lock).is_ok_and(|wanted| wanted <= installed)) {
        return Ok(());
    }
    let started = Instant::now();
    npm(ui, &["ci", "--no-audit", "--no-fund"])?;
    println!("cargo::warning=dashboard: installed the npm packages in {} s", started.elapsed().as_secs());
    Ok(())
}

fn build(ui: &Path, out: &Path) -> Result<PathBuf, String> {
    let started = Instant::now();
    let dist = out.join("dashboard");
    let target = dist.to_str().ok_or("The target directory's path is not UTF-8.")?;
    npm(ui, &["exec", "--no", "--", "vite", "build", "--emptyOutDir", "--outDir", target])?;
    for alone in ["login", "public", "front"] {
        npm(ui, &["exec", "--no", "--", "vite", "build", "--mode", alone, "--outDir", target])?;
    }
    for (config, mode) in [
        ("vite.frame.config.ts", "production"),
        ("vite.prerender.config.ts", "production"),
        ("vite.prerender.config.ts", "home"),
    ] {
        let of = ["--config", config, "--mode", mode, "--outDir", target];
        npm(ui, &[&["exec", "--no", "--", "vite", "build"][..], &of].concat())?;
    }
    println!("cargo::warning=dashboard: built in {} s", started.elapsed().as_secs());
    Ok(dist)
}

fn npm(ui: &Path, arguments: &[&str]) -> Result<(), String> {
    let command = format!("npm {}", arguments.join(" "));
    let output = Command::new("npm").args(arguments).current_dir(ui).output();
    let output =
        output.map_err(|error| format!("`{command}` does not start: {error}. Install npm beside Node."))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = if said.trim().is_empty() { String::from_utf8_lossy(&output.stdout) } else { said };
    Err(format!("`{command}` failed in dashboard-ui:\n{}", said.trim()))
}

/// Writes `assets.rs`, the table of all files in `dist`, sorted by path, and the brotli form of those it pays for.
fn embed(dist: &Path, out: &Path) -> Result<(), String> {
    let started = Instant::now();
    let mut paths = Vec::new();
    let for_the_server = dist.join("server");
    for name in FOR_THE_SERVER {
        let made = for_the_server.join(name);
        fs::copy(&made, out.join(name)).map_err(|error| format!("{}: {error}", made.display()))?;
    }
    list(dist, &mut paths).map_err(|error| format!("{}: {error}", dist.display()))?;
    paths.retain(|path| !path.starts_with(&for_the_server));
    paths.sort_by_key(|path| url_path(dist, path));
    let compressed = out.join("brotli");
    fs::create_dir_all(&compressed).map_err(|error| error.to_string())?;
    let mut table = String::from("&[\n");
    let (mut before, mut after) = (0, 0);
    for path in &paths {
        let asset =
            Asset::read(dist, path, &compressed).map_err(|error| format!("{}: {error}", path.display()))?;
        before += asset.size;
        after += asset.compressed_size;
        table.push_str(&asset.literal);
    }
    table.push_str("]\n");
    fs::write(out.join("assets.rs"), table).map_err(|error| error.to_string())?;
    println!(
        "cargo::warning=dashboard: embedded {} files, {} KiB, {} KiB over the wire, in {} s",
        paths.len(),
        before / 1024,
        after / 1024,
        started.elapsed().as_secs()
    );
    Ok(())
}

fn list(directory: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() { list(&path, paths)? } else { paths.push(path) }
    }
    Ok(())
}

/// `assets/index-B3xQ.js`
fn url_path(dist: &Path, file: &Path) -> String {
    file.strip_prefix(dist).expect("it was found there").to_string_lossy().replace('\\', "/")
}

struct Asset {
    literal: String,
    size: usize,
    compressed_size: usize,
}

impl Asset {
    fn read(dist: &Path, file: &Path, compressed: &Path) -> io::Result<Self> {
        let path = url_path(dist, file);
        let content = fs::read(file)?;
        let hash = hash(&content);
        let mime = mime_of(&path);
        let brotli = compressed.join(format!("{hash:016x}"));
        let mut compressed_size = content.len();
        let mut brotli_literal = String::from("None");
        if is_text(mime) {
            let smaller = compress_once(&content, &brotli)?;
            if smaller < content.len() {
                compressed_size = smaller;
                brotli_literal = format!("Some({})", include_bytes(&brotli));
            }
        }
        let immutable = path.starts_with("assets/");
        let identity = include_bytes(&fs::canonicalize(file)?);
        let mut literal = String::new();
        writeln!(
            literal,
            "Asset {{ path: {path:?}, mime: {mime:?}, hash: \"{hash:016x}\", immutable: {immutable}, \
             identity: {identity}, brotli: {brotli_literal} }},"
        )
        .expect("writing to a string");
        Ok(Self { literal, size: content.len(), compressed_size })
    }
}

/// The call, with the path as a literal.
fn include_bytes(path: &Path) -> String {
    format!("include_bytes!({:?})", path.to_string_lossy())
}

/// Brotli at its best is slow; a file that has not changed keeps its compressed form from the last build.
fn compress_once(content: &[u8], target: &Path) -> io::Result<usize> {
    if let Ok(metadata) = fs::metadata(target) {
        return Ok(usize::try_from(metadata.len()).unwrap_or(usize::MAX));
    }
    let compressed = boostdesk_pack::brotli(content);
    let unfinished = target.with_extension("part");
    fs::write(&unfinished, &compressed)?;
    fs::rename(&unfinished, target)?;
    Ok(compressed.len())
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

fn is_text(mime: &str) -> bool {
    mime.ends_with("charset=utf-8")
        || matches!(mime, "image/svg+xml" | "application/json" | "application/manifest+json")
}

fn mime_of(path: &str) -> &'static str {
    let extension = path.rsplit('.').next().unwrap_or_default();
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
