//! A minimal React page: the library, the stock as plain text, no style.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::bare_server;

const SOURCE: &str = include_str!("bare_react.js");
const HTML: &str = r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Store</title><!--data-->
<script type="module" src="/main.js"></script></head><body><div id="root"></div></body></html>"#;

/// Where the dashboard's packages are, when they are installed.
pub(crate) fn dashboard() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dashboard-ui");
    let folder = fs::canonicalize(folder).ok()?;
    folder.join("node_modules/vite").exists().then_some(folder)
}

/// Builds the page into `folder`, for [`bare_server::serve`]: `/asks` fetches its data, `/inside` arrives with it.
pub(crate) fn write(folder: &Path, dashboard: &Path, data: &[u8]) {
    let sources = folder.with_extension("sources");
    fs::create_dir_all(&sources).expect("a folder of our own");
    symlink(dashboard.join("node_modules"), sources.join("node_modules")).expect("a link in it");
    fs::write(sources.join("index.html"), HTML).expect("a file in it");
    fs::write(sources.join("main.js"), SOURCE).expect("a file in it");
    let built = Command::new("node")
        .arg("node_modules/vite/bin/vite.js")
        .args(["build", "--logLevel", "error"])
        .current_dir(&sources)
        .stdout(Stdio::null())
        .status();
    assert!(built.expect("node starts").success(), "vite builds a bare page");

    let dist = sources.join("dist");
    let html = fs::read_to_string(dist.join("index.html")).expect("it was built");
    let script = html
        .split('"')
        .find(|part| Path::new(part).extension().is_some_and(|kind| kind == "js"))
        .expect("the page names its script")
        .to_owned();
    let data = String::from_utf8_lossy(data);
    let inside = format!(r#"<script type="application/json" id="data">{data}</script>"#);
    let page = |route, html: &str| {
        bare_server::write(
            folder,
            route,
            &format!("/{route}"),
            "\r\ncontent-type: text/html",
            html.as_bytes(),
        );
    };
    page("asks", &html);
    page("inside", &html.replace("<!--data-->", &inside));
    let code = compressed(&dist.join(script.trim_start_matches('/')));
    let head = "\r\ncontent-type: text/javascript\r\ncontent-encoding: br";
    bare_server::write(folder, "script", &script, head, &code);
    bare_server::write(folder, "data", "/data", "\r\ncontent-type: application/json", data.as_bytes());
}

/// Compresses with Brotli at its highest level, as the product's own files are.
fn compressed(file: &Path) -> Vec<u8> {
    const COMPRESS: &str = "process.stdout.write(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])))";
    let output = Command::new("node").args(["-e", COMPRESS]).arg(file).output().expect("node starts");
    assert!(output.status.success(), "{}", output.status);
    output.stdout
}
