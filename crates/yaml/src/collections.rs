//! Sequences and mappings: each function begins at the token that opens the collection and gives what is
//! in it and the byte after it.

use crate::read::{Read, Reader};
use crate::token::TokenKind;
use crate::{Data, NodeId};

impl Reader<'_> {
    pub(crate) fn block_sequence(&mut self) -> Read<(Data, usize)> {
        let mut end = self.scanner.next()?.end;
        let mut items = Vec::new();
        loop {
            match self.kind()? {
                TokenKind::BlockEntry => {
                    self.scanner.next()?;
                    let empty = matches!(self.kind()?, TokenKind::BlockEntry | TokenKind::BlockEnd);
                    items.push(if empty { self.empty()? } else { self.node(true, false)? });
                    end = self.end_of(items.last(), end);
                }
                TokenKind::BlockEnd => {
                    self.scanner.next()?;
                    return Ok((Data::Sequence(items), end));
                }
                _ => return self.unexpected("did not find expected '-' indicator"),
            }
        }
    }

    pub(crate) fn indentless_sequence(&mut self) -> Read<(Data, usize)> {
        let mut end = 0;
        let mut items = Vec::new();
        while self.kind()? == TokenKind::BlockEntry {
            end = self.scanner.next()?.end;
            let empty = self.is_key_or_value()?
                || matches!(self.kind()?, TokenKind::BlockEntry | TokenKind::BlockEnd);
            items.push(if empty { self.empty()? } else { self.node(true, false)? });
            end = self.end_of(items.last(), end);
        }
        Ok((Data::Sequence(items), end))
    }

    pub(crate) fn block_mapping(&mut self) -> Read<(Data, usize)> {
        let mut end = self.scanner.next()?.end;
        let mut entries = Vec::new();
        loop {
            match self.kind()? {
                TokenKind::Key => {
                    self.scanner.next()?;
                }
                TokenKind::BlockEnd => {
                    self.scanner.next()?;
                    return Ok((Data::Mapping(entries), end));
                }
                _ => return self.unexpected("did not find expected key"),
            }
            let no_name = self.is_key_or_value()? || self.kind()? == TokenKind::BlockEnd;
            let name = self.name(no_name)?;
            let mut value = None;
            if self.kind()? == TokenKind::Value {
                end = self.scanner.next()?.end;
                if !self.is_key_or_value()? && self.kind()? != TokenKind::BlockEnd {
                    value = Some(self.node(true, true)?);
                    end = self.end_of(value.as_ref(), end);
                }
            }
            self.entry(name, value, &mut entries)?;
        }
    }

    pub(crate) fn flow_sequence(&mut self) -> Read<(Data, usize)> {
        self.scanner.next()?;
        let mut items = Vec::new();
        let mut first = true;
        loop {
            if !first && self.kind()? != TokenKind::FlowSequenceEnd {
                if self.kind()? != TokenKind::FlowEntry {
                    return self.unexpected("did not find expected ',' or ']'");
                }
                self.scanner.next()?;
            }
            first = false;
            match self.kind()? {
                TokenKind::FlowSequenceEnd => {
                    let end = self.scanner.next()?.end;
                    return Ok((Data::Sequence(items), end));
                }
                TokenKind::Key => items.push(self.single_pair()?),
                _ => items.push(self.node(false, false)?),
            }
        }
    }

    /// `a: b` in brackets, which is a mapping of its own.
    fn single_pair(&mut self) -> Read<NodeId> {
        let start = self.scanner.next()?.start.byte;
        let no_name = self.is_flow_end_or_value()?;
        let name = self.name(no_name)?;
        let value = self.flow_value()?;
        let mut entries = Vec::new();
        self.entry(name, value, &mut entries)?;
        let size = self.size_of(entries.iter().map(|entry| &entry.value));
        let end = self.end_of(entries.last().map(|entry| &entry.value), start);
        Ok(self.push(Data::Mapping(entries), start..end, size, None))
    }

    pub(crate) fn flow_mapping(&mut self) -> Read<(Data, usize)> {
        self.scanner.next()?;
        let mut entries = Vec::new();
        let mut first = true;
        loop {
            if !first && self.kind()? != TokenKind::FlowMappingEnd {
                if self.kind()? != TokenKind::FlowEntry {
                    return self.unexpected("did not find expected ',' or '}'");
                }
                self.scanner.next()?;
            }
            first = false;
            match self.kind()? {
                TokenKind::FlowMappingEnd => {
                    let end = self.scanner.next()?.end;
                    return Ok((Data::Mapping(entries), end));
                }
                TokenKind::Key => {
                    self.scanner.next()?;
                    let no_name = self.is_flow_end_or_value()?;
                    let name = self.name(no_name)?;
                    let value = self.flow_value()?;
                    self.entry(name, value, &mut entries)?;
                }
                _ => {
                    let name = self.name(false)?;
                    self.entry(name, None, &mut entries)?;
                }
            }
        }
    }

    /// A colon and the value after it, if they are there.
    fn flow_value(&mut self) -> Read<Option<NodeId>> {
        if self.kind()? != TokenKind::Value {
            return Ok(None);
        }
        self.scanner.next()?;
        if self.is_flow_end_or_value()? && self.kind()? != TokenKind::Value {
            return Ok(None);
        }
        self.node(false, false).map(Some)
    }

    fn is_key_or_value(&mut self) -> Read<bool> {
        Ok(matches!(self.kind()?, TokenKind::Key | TokenKind::Value))
    }

    fn is_flow_end_or_value(&mut self) -> Read<bool> {
        Ok(matches!(
            self.kind()?,
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd | TokenKind::FlowMappingEnd
        ))
    }

    /// Where the last part of a collection ends, unless it is an alias to something earlier.
    fn end_of(&self, last: Option<&NodeId>, end: usize) -> usize {
        last.map_or(end, |last| self.document.node(*last).bytes.end.max(end))
    }
}
