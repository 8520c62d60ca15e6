//! A crate's modules and what each imports from the others, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, UseTree, Visibility};

/// `shop::stock`, as its parts. The crate's root is empty.
pub(super) type Module = Vec<String>;

#[derive(Debug, Default)]
pub(super) struct House {
    /// Each module, with the modules of the same crate that it names.
    pub(super) imports: BTreeMap<Module, BTreeSet<Module>>,
    /// Other crates that are named in `use` lines and paths.
    pub(super) crates: BTreeSet<String>,
    /// The ends of all paths, such as `SystemTime::now`, with the module that has each.
    ends: BTreeSet<(String, Module)>,
    /// Modules that can be named from outside of their feature.
    shared: BTreeSet<Module>,
}

impl House {
    /// Reads `../{folder}/src`.
    pub(super) fn of(folder: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src");
        let mut files = Vec::new();
        collect(&source, &mut files);
        let parsed: Vec<(Module, File)> = files
            .iter()
            .map(|file| {
                let text = fs::read_to_string(file).expect("a source can be read");
                let tree =
                    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                (module_of(file.strip_prefix(&source).expect("a file below its folder")), tree)
            })
            .collect();
        let mut modules: BTreeSet<Module> = parsed.iter().map(|(module, _)| module.clone()).collect();
        for (module, _) in &parsed {
            modules.extend((1..module.len()).map(|depth| module[..depth].to_vec()));
        }
        let reexports = reexports(&parsed);
        let mut house = Self::default();
        for (module, tree) in &parsed {
            let mut reader = Reader { at: module.clone(), ..Reader::default() };
            reader.visit_file(tree);
            house.ends.extend(reader.ends.into_iter().map(|end| (end, module.clone())));
            house.shared.extend(reader.shared);
            let imports = house.imports.entry(module.clone()).or_default();
            for path in reader.paths {
                match resolve(&path, module, &modules, &reexports) {
                    Named::Module(named) if named != *module => drop(imports.insert(named)),
                    Named::Module(_) => {}
                    Named::Crate(name) => drop(house.crates.insert(name)),
                }
            }
        }
        house
    }

    /// Returns the modules in which a path ends like this.
    pub(super) fn with_path(&self, end: &str) -> Vec<String> {
        let found = self.ends.iter().filter(|(found, _)| found == end);
        found.map(|(_, module)| module.join("::")).collect()
    }

    /// Returns the modules with this name that can be named from outside of their feature. Features are the modules
    /// right below a top-level module; deeper ones are parts of a feature, and may be open to their siblings.
    pub(super) fn shared(&self, name: &str) -> Vec<String> {
        let named = self.shared.iter().filter(|module| module.last().is_some_and(|last| last == name));
        named.map(|module| module.join("::")).collect()
    }

    /// Returns what in `from` names anything in `to`, as `module -> module`.
    pub(super) fn between(&self, from: &[&str], to: &[&str]) -> Vec<String> {
        let within = |module: &Module, wing: &[&str]| {
            module.len() >= wing.len() && module.iter().zip(wing).all(|(part, wanted)| part == wanted)
        };
        let arrows =
            self.imports.iter().filter(|(module, _)| within(module, from)).flat_map(|(module, named)| {
                let named = named.iter().filter(|named| within(named, to));
                named.map(|named| format!("{} -> {}", module.join("::"), named.join("::")))
            });
        arrows.collect()
    }

    /// Returns the import cycles within each folder, direct or indirect. A parent and its own children count as one at
    /// the level above.
    pub(super) fn circles(&self) -> Vec<String> {
        let mut folders: BTreeSet<Module> = BTreeSet::new();
        for module in self.imports.keys() {
            folders.extend((0..module.len()).map(|depth| module[..depth].to_vec()));
        }
        folders.iter().flat_map(|folder| self.circles_in(folder)).collect()
    }

    fn circles_in(&self, folder: &Module) -> Vec<String> {
        let depth = folder.len();
        let room = |module: &Module| {
            (module.len() > depth && module.starts_with(folder)).then(|| module[depth].clone())
        };
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, named) in &self.imports {
            let Some(from) = room(module) else { continue };
            let rooms = named.iter().filter_map(room).filter(|to| *to != from);
            arrows.entry(from.clone()).or_default().extend(rooms);
        }
        let reaches = |from: &String, to: &String| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(room) = next.pop() {
                for other in arrows.get(room).into_iter().flatten() {
                    if other == to {
                        return true;
                    }
                    if seen.insert(other) {
                        next.push(other);
                    }
                }
            }
            false
        };
        let inside = arrows.iter().flat_map(|(from, tos)| tos.iter().map(move |to| (from, to)));
        let tied = inside.filter(|(from, to)| reaches(to, from));
        tied.map(|(from, to)| format!("in `{}`: {from} -> {to} and back", folder.join("::"))).collect()
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            collect(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}

/// `shop/stock/mod.rs` and `shop/stock.rs` are `shop::stock`; `lib.rs` and `main.rs` are the root.
fn module_of(file: &Path) -> Module {
    let mut parts: Module = file
        .with_extension("")
        .iter()
        .map(|part| part.to_str().expect("a name in UTF-8").to_owned())
        .collect();
    if parts.last().is_some_and(|last| last == "mod")
        || matches!(&parts[..], [only] if only == "lib" || only == "main")
    {
        parts.pop();
    }
    parts
}

/// Re-exports of the root: `crate::App` is `app`'s.
fn reexports(parsed: &[(Module, File)]) -> BTreeMap<String, Module> {
    let root = parsed.iter().find(|(module, _)| module.is_empty()).map(|(_, tree)| tree);
    let mut found = BTreeMap::new();
    for item in root.into_iter().flat_map(|tree| &tree.items) {
        if let Item::Use(ItemUse { tree, .. }) = item {
            for path in flattened(tree) {
                let path = path.strip_prefix(&["crate".to_owned()]).unwrap_or(&path).to_vec();
                if let [.., name] = &path[..] {
                    found.insert(name.clone(), path.clone());
                }
            }
        }
    }
    found
}

enum Named {
    Module(Module),
    Crate(String),
}

fn resolve(
    path: &[String],
    at: &Module,
    modules: &BTreeSet<Module>,
    reexports: &BTreeMap<String, Module>,
) -> Named {
    let (first, mut rest) = path.split_first().expect("a path has a part");
    let mut base = match first.as_str() {
        "crate" => Module::new(),
        "self" => at.clone(),
        "super" => at[..at.len() - 1].to_vec(),
        _ if modules.contains(&[&at[..], std::slice::from_ref(first)].concat()) => {
            rest = path;
            at.clone()
        }
        other => return Named::Crate(other.to_owned()),
    };
    while let [first, others @ ..] = rest
        && first == "super"
    {
        base.pop();
        rest = others;
    }
    if base.is_empty()
        && let [name, ..] = rest
        && !modules.contains(&vec![name.clone()])
        && let Some(real) = reexports.get(name)
    {
        return resolve(&[&["crate".to_owned()], &real[..]].concat(), at, modules, &BTreeMap::new());
    }
    for part in rest {
        let deeper = [&base[..], std::slice::from_ref(part)].concat();
        if !modules.contains(&deeper) {
            break;
        }
        base = deeper;
    }
    Named::Module(base)
}

/// Every path that a file names outside of its tests.
#[derive(Default)]
struct Reader {
    at: Module,
    paths: Vec<Vec<String>>,
    ends: Vec<String>,
    shared: Vec<Module>,
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.paths.extend(flattened(&item.tree));
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            let is_own = match &item.vis {
                Visibility::Inherited => true,
                Visibility::Restricted(within) => within.path.is_ident("super") && self.at.len() > 2,
                Visibility::Public(_) => false,
            };
            if !is_own {
                self.shared.push([&self.at[..], &[item.ident.to_string()]].concat());
            }
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if matches!(parts[0].as_str(), "crate" | "super") && parts.len() > 1 && !self.at.is_empty() {
            self.paths.push(parts.clone());
        }
        if let [.., of, last] = &parts[..] {
            self.ends.push(format!("{of}::{last}"));
        }
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

fn flattened(tree: &UseTree) -> Vec<Vec<String>> {
    match tree {
        UseTree::Path(path) => flattened(&path.tree)
            .into_iter()
            .map(|rest| [vec![path.ident.to_string()], rest].concat())
            .collect(),
        UseTree::Name(name) if name.ident == "self" => vec![Vec::new()],
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(rename) if rename.ident == "self" => vec![Vec::new()],
        UseTree::Rename(rename) => vec![vec![rename.ident.to_string()]],
        UseTree::Glob(_) => vec![Vec::new()],
        UseTree::Group(group) => group.items.iter().flat_map(flattened).collect(),
    }
}
