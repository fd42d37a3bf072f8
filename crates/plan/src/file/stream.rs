//! The content as a compressed stream of numbers, text and bytes. What repeats is written once and then named by
//! its number.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Read, Write};

use addrs::{AbsProviderConfig, ModuleInstance};
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use smol_str::SmolStr;
use value::{Marks, Type};

use super::PlanFileError;
use super::values::MarkKey;

/// How much is collected before it is compressed, and decompressed before it is read.
const CHUNK: usize = 64 << 10;

/// What was written before, with its number.
pub(super) type Written<T> = HashMap<T, u64, foldhash::fast::RandomState>;

/// All that was written before.
#[derive(Default)]
pub(super) struct WrittenTables {
    pub(super) names: Written<SmolStr>,
    pub(super) modules: Written<ModuleInstance>,
    pub(super) providers: Written<AbsProviderConfig>,
    pub(super) types: Written<Type>,
    pub(super) marks: Written<MarkKey>,
}

/// All that was read before, by number.
#[derive(Default)]
pub(super) struct ReadTables {
    pub(super) names: Vec<SmolStr>,
    pub(super) modules: Vec<ModuleInstance>,
    pub(super) providers: Vec<AbsProviderConfig>,
    pub(super) types: Vec<Type>,
    pub(super) marks: Vec<Marks>,
}

/// Takes the content.
pub(super) struct Writer {
    compressor: DeflateEncoder<Vec<u8>>,
    buffer: Vec<u8>,
    length: u64,
    tables: WrittenTables,
}

/// Why writing to memory does not fail.
const MEMORY: &str = "memory takes everything";

impl Writer {
    /// Content that follows what is in the file already.
    pub(super) fn new(file: Vec<u8>) -> Self {
        Self {
            // Plans repeat themselves so much that better compression gains little and costs much.
            compressor: DeflateEncoder::new(file, Compression::fast()),
            buffer: Vec::with_capacity(CHUNK),
            length: 0,
            tables: WrittenTables::default(),
        }
    }

    /// The file, and how long the content is before it is compressed.
    pub(super) fn finish(mut self) -> (Vec<u8>, u64) {
        self.flush();
        (self.compressor.finish().expect(MEMORY), self.length)
    }

    fn flush(&mut self) {
        self.compressor.write_all(&self.buffer).expect(MEMORY);
        self.buffer.clear();
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.buffer.len() + bytes.len() > CHUNK {
            self.flush();
        }
        if bytes.len() > CHUNK {
            self.compressor.write_all(bytes).expect(MEMORY);
        } else {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// A number: seven bits to a byte, the lowest first.
    pub(super) fn number(&mut self, mut number: u64) {
        let mut bytes = [0; 10];
        let mut count = 0;
        loop {
            let more = number > 0x7f;
            bytes[count] = (number & 0x7f) as u8 | if more { 0x80 } else { 0 };
            count += 1;
            number >>= 7;
            if !more {
                return self.raw(&bytes[..count]);
            }
        }
    }

    /// Bytes with their count.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.raw(bytes);
    }

    /// What may have been written before: its number from 1 on, or 0 and then itself.
    pub(super) fn shared<T: Hash + Eq + Clone>(
        &mut self,
        table: fn(&mut WrittenTables) -> &mut Written<T>,
        item: &T,
        write: impl FnOnce(&mut Writer) -> Result<(), PlanFileError>,
    ) -> Result<(), PlanFileError> {
        if let Some(at) = table(&mut self.tables).get(item) {
            let at = *at;
            self.number(at + 1);
            return Ok(());
        }
        self.number(0);
        write(self)?;
        let table = table(&mut self.tables);
        table.insert(item.clone(), table.len() as u64);
        Ok(())
    }
}

/// Gives the content, trusting nothing in it.
pub(super) struct Reader<'a> {
    from: BufReader<DeflateDecoder<&'a [u8]>>,
    left: u64,
    tables: ReadTables,
}

/// What is said of content that ends too early or is not what compression makes.
const BROKEN: PlanFileError = PlanFileError::Invalid("its content cannot be decompressed");

impl<'a> Reader<'a> {
    /// Content of a length that was compressed to the bytes.
    pub(super) fn new(compressed: &'a [u8], length: u64) -> Self {
        let from = BufReader::with_capacity(CHUNK, DeflateDecoder::new(compressed));
        Self { from, left: length, tables: ReadTables::default() }
    }

    /// Makes sure that nothing is left.
    pub(super) fn finish(mut self) -> Result<(), PlanFileError> {
        let at_end = self.left == 0 && self.from.fill_buf().map_err(|_| BROKEN)?.is_empty();
        if at_end && self.from.get_ref().get_ref().is_empty() {
            Ok(())
        } else {
            Err(PlanFileError::Invalid("something follows its content"))
        }
    }

    fn claim(&mut self, count: u64) -> Result<(), PlanFileError> {
        self.left =
            self.left.checked_sub(count).ok_or(PlanFileError::Invalid("its content ends too early"))?;
        Ok(())
    }

    /// A number.
    pub(super) fn number(&mut self) -> Result<u64, PlanFileError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            self.claim(1)?;
            let mut byte = [0];
            self.from.read_exact(&mut byte).map_err(|_| BROKEN)?;
            number |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(PlanFileError::Invalid("a number is too large"))
    }

    /// Bytes with their count. Memory is taken as they come, not as they are claimed.
    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, PlanFileError> {
        let count = self.number()?;
        self.claim(count)?;
        let mut bytes = Vec::with_capacity(count.min(CHUNK as u64) as usize);
        self.from.by_ref().take(count).read_to_end(&mut bytes).map_err(|_| BROKEN)?;
        if bytes.len() as u64 == count { Ok(bytes) } else { Err(BROKEN) }
    }

    /// What may have been read before.
    pub(super) fn shared<T: Clone>(
        &mut self,
        table: fn(&mut ReadTables) -> &mut Vec<T>,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T, PlanFileError>,
    ) -> Result<T, PlanFileError> {
        match self.number()? {
            0 => {
                let item = read(self)?;
                table(&mut self.tables).push(item.clone());
                Ok(item)
            }
            number => usize::try_from(number - 1)
                .ok()
                .and_then(|at| table(&mut self.tables).get(at).cloned())
                .ok_or(PlanFileError::Invalid("a number stands for nothing")),
        }
    }
}
