//! Checks and compiles a module.

use std::borrow::Cow;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use wasmi::{
    Caller, CompilationMode, Config, EnforcedLimits, Engine, Error, Extern, ExternType, FuncType, Linker, Module,
    TrapCode, ValType,
};

use super::instance::{Abort, HostData, Instance};
use super::{prices, selects};
use arena_bots::module::{ModuleLimits, ModuleRole};
use arena_games::{Diagnostic, beginning, diagnostic};

/// Name and version of the runtime. A function uses another amount of fuel in another version.
pub const RUNTIME: &str = "wasmi 2.0.0";
/// The greatest size of a module's file.
pub const MOST_BYTES: usize = 1 << 20;
/// The version of the interface. A module that exports no function `version` has version 1.
const VERSION: i32 = 1;
/// The greatest size of the stack of operands, in bytes.
const STACK_BYTES: usize = 1 << 20;
/// The longest name in an error, in characters.
const LONGEST_NAME: usize = 60;

/// A module that is ready to be instantiated.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub wasm: Box<[u8]>,
    pub digest: String,
    pub role: ModuleRole,
    pub limits: ModuleLimits,
    /// Whether `start` gets the size of the board. `None` without such a function.
    pub start_gets_size: Option<bool>,
    pub module: Module,
    pub linker: Linker<HostData>,
}

impl Compiled {
    pub(crate) fn new(wasm: &[u8], limits: ModuleLimits) -> Result<Self, Diagnostic> {
        if wasm.len() > MOST_BYTES {
            return Err(diagnostic!(
                "module_size",
                "the module has {given} bytes; at most {most} are allowed",
                given = wasm.len(),
                most = MOST_BYTES
            ));
        }
        // Each module has an engine of its own, which is freed with it.
        let engine = Engine::new(&config(limits));
        let apart = selects::kept_apart(wasm).map_or(Cow::Borrowed(wasm), Cow::Owned);
        let module = Module::new(&engine, &*apart).map_err(|error| {
            let problem = beginning(&error.to_string(), 200);
            diagnostic!("module_invalid", "this is not a valid WebAssembly module: {problem}", problem)
        })?;
        imports(&module)?;
        let (role, start_gets_size) = exports(&module, limits)?;
        let digest = HEXLOWER.encode(&Sha256::digest(wasm));
        let wasm = wasm.into();
        let compiled = Self { wasm, digest, role, limits, start_gets_size, linker: linker(&engine)?, module };
        compiled.check_version()?;
        Ok(compiled)
    }

    /// Checks the version of the interface that the module says it has.
    fn check_version(&self) -> Result<(), Diagnostic> {
        if self.module.get_export("version").is_none() {
            return Ok(());
        }
        let problem = match Instance::unstarted(self, self.limits.start_fuel).map(Instance::version) {
            Ok(Ok(VERSION)) => return Ok(()),
            Ok(Ok(version)) => version.to_string(),
            Ok(Err(error)) | Err(error) => beginning(&error.to_string(), LONGEST_NAME),
        };
        Err(diagnostic!(
            "module_version",
            "the module has version {given} of the interface; this program has version {known}",
            given = problem,
            known = VERSION
        ))
    }
}

fn config(limits: ModuleLimits) -> Config {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .compilation_mode(CompilationMode::Eager)
        .operator_cost(prices::operators())
        .fuel_cost(prices::RANGES)
        .enforced_limits(EnforcedLimits::strict())
        .ignore_custom_sections(true)
        .set_max_recursion_depth(limits.calls as usize)
        .set_max_stack_height(STACK_BYTES)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false);
    config
}

/// The functions that a module may import from `env`, with the number of their parameters, all of type `i32`.
const IMPORTS: [(&str, usize); 2] = [("abort", 4), ("log", 2)];

fn imports(module: &Module) -> Result<(), Diagnostic> {
    for import in module.imports() {
        let name = format!("{}.{}", import.module(), import.name());
        let offered = IMPORTS.iter().find(|(name, _)| import.module() == "env" && import.name() == *name);
        let fits = offered.is_some_and(|(_, parameters)| is_function(import.ty(), *parameters, false));
        if !fits {
            let offered = IMPORTS.map(|(name, parameters)| format!("env.{name} with {parameters} i32")).join(", ");
            return Err(diagnostic!(
                "module_import",
                "the module imports {name}; the arena offers only {offered}",
                name = beginning(&name, LONGEST_NAME),
                offered
            ));
        }
    }
    Ok(())
}

/// Whether this is a function of `parameters` numbers of type `i32` that returns one such number, or none.
fn is_function(kind: &ExternType, parameters: usize, returns: bool) -> bool {
    let results = usize::from(returns);
    kind.func() == Some(&FuncType::new(vec![ValType::I32; parameters], vec![ValType::I32; results]))
}

/// Checks the exports. Returns what the module does, and whether `start` gets the size of the board.
fn exports(module: &Module, limits: ModuleLimits) -> Result<(ModuleRole, Option<bool>), Diagnostic> {
    let missing = |name: &str, form: &str| {
        diagnostic!("module_export", "the module does not export {name}, which must be {form}", name, form)
    };
    let function = |name: &str, parameters: usize, returns: bool, form: &str| match module.get_export(name) {
        Some(kind) if !is_function(&kind, parameters, returns) => {
            Err(diagnostic!("module_export_type", "the export {name} of the module must be {form}", name, form))
        }
        found => Ok(found.is_some()),
    };
    let memory = "its memory";
    let Some(ExternType::Memory(kind)) = module.get_export("memory") else { return Err(missing("memory", memory)) };
    if kind.minimum() > u64::from(limits.pages) {
        return Err(diagnostic!(
            "module_pages",
            "the module begins with {given} pages of memory; at most {most} are allowed",
            given = kind.minimum(),
            most = limits.pages
        ));
    }
    let getter = "a function without parameters that returns an i32";
    if !function("input", 0, true, getter)? {
        return Err(missing("input", getter));
    }
    function("version", 0, true, getter)?;
    let evaluates = function("evaluate", 0, true, getter)?;
    let chooses = function("choose", 1, true, "a function of one i32 that returns an i32")?;
    let role = match (evaluates, chooses) {
        (true, false) => ModuleRole::Evaluation,
        (false, true) => ModuleRole::Bot,
        (false, false) => return Err(missing("evaluate or choose", getter)),
        (true, true) => {
            return Err(diagnostic!(
                "module_roles",
                "the module exports both evaluate and choose; it must be one of them"
            ));
        }
    };
    let start_gets_size = match module.get_export("start") {
        None => None,
        Some(kind) if is_function(&kind, 0, false) => Some(false),
        Some(kind) if is_function(&kind, 2, false) => Some(true),
        Some(_) => {
            let form = "a function without a result, of no parameters or of two i32";
            return Err(diagnostic!(
                "module_export_type",
                "the export {name} of the module must be {form}",
                name = "start",
                form
            ));
        }
    };
    Ok((role, start_gets_size))
}

/// Creates the functions that modules can import.
fn linker(engine: &Engine) -> Result<Linker<HostData>, Diagnostic> {
    let mut linker = Linker::new(engine);
    let abort = |caller: Caller<'_, HostData>, message: i32, file: i32, line: i32, column: i32| -> Result<(), Error> {
        let bytes = memory(&caller);
        let text = [message, file].map(|address| script_text(bytes, address)).join(" at ");
        Err(Error::host(Abort(format!("{text}:{line}:{column}"))))
    };
    let log = |mut caller: Caller<'_, HostData>, address: i32, length: i32| -> Result<(), Error> {
        let (start, length) = (address.cast_unsigned() as usize, length.cast_unsigned() as usize);
        let room = caller.data().log_room().min(length);
        let text = memory(&caller).get(start..).filter(|rest| rest.len() >= length).map(|rest| rest[..room].to_vec());
        let text = text.ok_or(Error::from(TrapCode::MemoryOutOfBounds))?;
        caller.data_mut().log.extend(text);
        Ok(())
    };
    let added =
        linker.func_wrap("env", "abort", abort).map(drop).and_then(|()| linker.func_wrap("env", "log", log).map(drop));
    added.map_err(|error| Diagnostic::untranslated(&error.to_string()))?;
    Ok(linker)
}

/// Returns the memory of the calling module.
fn memory<'a>(caller: &'a Caller<'_, HostData>) -> &'a [u8] {
    match caller.get_export("memory") {
        Some(Extern::Memory(memory)) => memory.data(caller),
        _ => &[],
    }
}

/// Reads a text of AssemblyScript: UTF-16 with its length in bytes before it.
fn script_text(memory: &[u8], address: i32) -> String {
    let start = address.cast_unsigned() as usize;
    let length = start.checked_sub(4).and_then(|at| memory.get(at..start)).and_then(|bytes| bytes.try_into().ok());
    let length = length.map_or(0, u32::from_le_bytes) as usize;
    let bytes = memory.get(start..).unwrap_or_default();
    let units =
        bytes[..length.min(bytes.len()).min(400)].chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect()
}
