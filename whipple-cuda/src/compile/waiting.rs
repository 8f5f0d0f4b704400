//! Says that a compilation takes long, while it goes on.

use std::{
    sync::{
        PoisonError, RwLock,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// A compilation that takes no longer says nothing.
const PATIENCE: Duration = Duration::from_secs(1);

type Teller = Box<dyn Fn(&str) + Send + Sync>;

/// Who is told; standard error where nobody is.
static TELLER: RwLock<Option<Teller>> = RwLock::new(None);

/// Tells `teller` of each compilation that takes longer than a second, in place of standard error. For programs that show how far they are
/// on the same terminal. The text is as `compiling Reyes for sm_90 …`, without a line's end; another thread calls.
pub fn tell_of_long_compilations(teller: impl Fn(&str) + Send + Sync + 'static) {
    // A teller that panicked leaves the place as it was.
    *TELLER.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(teller));
}

/// A compilation that goes on until this is dropped.
pub struct Waiting {
    /// Dropped at the end.
    goes_on: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins to wait for a program.
    pub fn begin(program: &str, architecture: &str) -> Self {
        let (goes_on, ended) = mpsc::channel::<()>();
        let text = format!("compiling {program} for {architecture} …");
        let wait = move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                tell(&text);
            }
        };
        // Without a thread nothing is said.
        let teller = thread::Builder::new().name("whipple-waiting".to_owned()).spawn(wait).ok();
        Self { goes_on: Some(goes_on), teller }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.goes_on = None;
        if let Some(teller) = self.teller.take() {
            // A teller that panics has said so.
            let _ = teller.join();
        }
    }
}

fn tell(text: &str) {
    match &*TELLER.read().unwrap_or_else(PoisonError::into_inner) {
        Some(teller) => teller(text),
        None => eprintln!("{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn only_what_takes_long_is_told() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        tell_of_long_compilations(move |text| heard.lock().expect("nobody panicked").push(text.to_owned()));
        drop(Waiting::begin("Short", "sm_90"));
        let long = Waiting::begin("Long", "sm_90");
        thread::sleep(PATIENCE + Duration::from_millis(500));
        drop(long);
        let told = told.lock().expect("nobody panicked").clone();
        // Compilations of other tests may be told, too.
        assert!(told.iter().any(|text| text == "compiling Long for sm_90 …"), "{told:?}");
        assert!(told.iter().all(|text| !text.contains("Short")), "{told:?}");
    }
}
