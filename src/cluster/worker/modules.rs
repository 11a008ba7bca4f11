//! The modules that a worker has received, by their digests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena_bots::RawBot;
use arena_bots::module::{KnownModules, Module, ModuleChecker, ModuleLimits};
use serde_json::Value;

/// Maximum size of a module in bytes.
pub(super) const LARGEST: u64 = 1 << 20;
/// Maximum size of all modules in bytes, except for the one that was received last.
const MOST_BYTES: usize = 16 << 20;

/// Compiled modules, the one that was used last at the end.
pub(super) struct ModuleCache {
    checker: Arc<dyn ModuleChecker>,
    modules: Mutex<VecDeque<(ModuleLimits, Arc<dyn Module>)>>,
}

impl ModuleCache {
    pub(super) fn new(checker: Arc<dyn ModuleChecker>) -> Self {
        Self { checker, modules: Mutex::default() }
    }

    /// Returns the modules of these bots. `fetch` requests the bytes of one by its digest; `None` means that they cannot
    /// be had.
    ///
    /// # Errors
    /// Errors of `fetch`, and the reason why a module cannot be used.
    pub(super) async fn of<E: From<String>, F: Future<Output = Result<Option<Vec<u8>>, E>>>(
        &self,
        bots: impl Iterator<Item = &Value>,
        fetch: impl Fn(String) -> F,
    ) -> Result<KnownModules, E> {
        let mut found = Vec::new();
        for (digest, limits) in bots.flat_map(named) {
            let module = match self.get(&digest, limits) {
                Some(module) => module,
                None => {
                    let wasm = match self.with_any_limits(&digest) {
                        Some(module) => module.content().to_vec(),
                        None => {
                            fetch(digest.clone()).await?.ok_or_else(|| format!("the module {digest} is missing"))?
                        }
                    };
                    self.add(&digest, limits, wasm).await?
                }
            };
            found.push((limits, module));
        }
        Ok(found.into_iter().collect())
    }

    /// Returns the module with this digest and these limits.
    fn get(&self, digest: &str, limits: ModuleLimits) -> Option<Arc<dyn Module>> {
        let mut modules = self.lock();
        let fits = |(other, module): &(ModuleLimits, Arc<dyn Module>)| *other == limits && module.digest() == digest;
        let used = modules.iter().position(fits).and_then(|place| modules.remove(place))?;
        modules.push_back(used.clone());
        Some(used.1)
    }

    fn with_any_limits(&self, digest: &str) -> Option<Arc<dyn Module>> {
        let modules = self.lock();
        modules.iter().find(|(_, module)| module.digest() == digest).map(|(_, module)| Arc::clone(module))
    }

    /// Compiles a module, checks its digest, and keeps it in place of those that were not used for the longest time.
    async fn add(&self, digest: &str, limits: ModuleLimits, wasm: Vec<u8>) -> Result<Arc<dyn Module>, String> {
        let checker = Arc::clone(&self.checker);
        let compiled = tokio::task::spawn_blocking(move || checker.compile(&wasm, limits)).await;
        let module = compiled.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        if module.digest() != digest {
            return Err(format!("the module {digest} arrived with the digest {}", module.digest()));
        }
        let mut modules = self.lock();
        let mut bytes: usize = modules.iter().map(|(_, module)| module.content().len()).sum();
        while bytes + module.content().len() > MOST_BYTES
            && let Some((_, dropped)) = modules.pop_front()
        {
            bytes -= dropped.content().len();
        }
        modules.push_back((limits, Arc::clone(&module)));
        Ok(module)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(ModuleLimits, Arc<dyn Module>)>> {
        // No code panics while it holds the lock.
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the digests and limits of the modules that a configuration names. One that cannot be read names none; reading it
/// again reports why.
fn named(bot: &Value) -> Vec<(String, ModuleLimits)> {
    let Ok(mut bot) = serde_json::from_value::<RawBot>(bot.clone()) else { return Vec::new() };
    let named = bot.modules_mut().filter_map(|(_, module)| Some((module.digest.clone()?, module.limits().ok()?)));
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_bots::module::ModuleRuntime;
    use serde_json::json;
    use std::cell::Cell;

    fn wasm(filling: usize) -> Vec<u8> {
        let filling = "x".repeat(filling);
        let text = format!(
            r#"(module (memory (export "memory") 17) (func (export "input") (result i32) i32.const 0)
            (func (export "evaluate") (result i32) i32.const 1) (data (i32.const 64) "{filling}"))"#
        );
        wat::parse_str(text).expect("the module is valid")
    }

    fn bot(wasm: &[u8], evaluation_fuel: u64) -> Value {
        use sha2::{Digest, Sha256};
        let digest: String = Sha256::digest(wasm).iter().map(|byte| format!("{byte:02x}")).collect();
        json!({ "name": "x", "evaluation": { "wasm": "x.wasm", "digest": digest, "evaluation_fuel": evaluation_fuel } })
    }

    async fn asked(cache: &ModuleCache, bot: &Value, sent: Vec<u8>) -> (Result<KnownModules, String>, u32) {
        let count = Cell::new(0);
        let fetch = |_| {
            count.set(count.get() + 1);
            std::future::ready(Ok(Some(sent.clone())))
        };
        (cache.of([bot].into_iter(), fetch).await, count.get())
    }

    #[tokio::test]
    async fn a_module_is_requested_once_for_all_limits_and_checked() {
        let cache = ModuleCache::new(Arc::new(arena_modules::Checker));
        let sent = wasm(10);
        let bots = [bot(&sent, 1_000), bot(&sent, 1_000), bot(&sent, 2_000)];
        let mut requests = Vec::new();
        for bot in &bots {
            let (found, count) = asked(&cache, bot, sent.clone()).await;
            requests.push(count);
            let (digest, limits) = named(bot).remove(0);
            assert!(found.expect("it is accepted").load("x.wasm", Some(&digest), limits).is_ok());
        }
        assert_eq!(requests, [1, 0, 0]);
        let (other, _) = asked(&cache, &bot(&wasm(11), 1), sent).await;
        assert!(other.expect_err("the bytes are of another module").contains("arrived with the digest"));
    }

    #[tokio::test]
    async fn the_modules_that_were_used_last_are_kept() {
        let cache = ModuleCache::new(Arc::new(arena_modules::Checker));
        let large = |number: usize| wasm((1 << 20) - 1_000 - number);
        for number in 0..17 {
            asked(&cache, &bot(&large(number), 1), large(number)).await.0.expect("it is accepted");
            // The first is used again and again.
            assert_eq!(asked(&cache, &bot(&large(0), 1), large(0)).await.1, 0);
        }
        assert_eq!(asked(&cache, &bot(&large(16), 1), large(16)).await.1, 0);
        assert_eq!(asked(&cache, &bot(&large(1), 1), large(1)).await.1, 1);
    }
}
