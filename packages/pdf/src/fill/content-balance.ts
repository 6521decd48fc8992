/**
 * What a page's content leaves open. After `closers` the graphics state is that of the start, except for changes
 * outside of every `q`. `strayRestores` are offsets of `Q` without a `q`, which readers ignore.
 */
export type ContentBalance = { closers: string; strayRestores: number[] }

const isSpace = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) isSpace[code] = 1
const isDelimiter = new Uint8Array(256)
for (const character of '()<>[]{}/%') isDelimiter[character.charCodeAt(0)] = 1

const pathOperators = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*'])

/** Parses the operators of a content stream (ISO 32000-2 §7.8.2), skipping strings, comments and inline images. */
export function balanceOf(content: Uint8Array): ContentBalance {
  const strayRestores: number[] = []
  let saved = 0
  let marked = 0
  let inText = false
  let inPath = false
  for (const { at, name } of operatorsOf(content)) {
    inPath = pathOperators.has(name)
    if (name === 'q') saved++
    else if (name === 'Q') {
      if (saved === 0) strayRestores.push(at)
      else saved--
    } else if (name === 'BT') inText = true
    else if (name === 'ET') inText = false
    else if (name === 'BMC' || name === 'BDC') marked++
    else if (name === 'EMC') marked = Math.max(0, marked - 1)
  }
  const closers = [inPath ? 'n ' : '', inText ? 'ET ' : '', 'EMC '.repeat(marked), 'Q '.repeat(saved)].join('')
  return { closers, strayRestores }
}

function* operatorsOf(content: Uint8Array): Generator<{ at: number; name: string }> {
  const end = content.length
  let at = 0
  while (at < end) {
    const code = content[at] ?? 0
    if (isSpace[code]) at++
    else if (code === 0x28) at = afterString(content, at)
    else if (code === 0x25) at = afterLine(content, at)
    else if (code === 0x2f) at = afterToken(content, at + 1)
    else if (code === 0x3c && content[at + 1] !== 0x3c) at = afterHex(content, at)
    else if (isDelimiter[code]) at++
    else {
      const start = at
      at = afterToken(content, at)
      // operators have at most three characters and never begin with a digit or a sign
      if (at - start > 3 || code < 0x22 || (code >= 0x2b && code <= 0x39)) continue
      const name = String.fromCharCode(...content.subarray(start, at))
      yield { at: start, name }
      if (name === 'ID') at = afterInlineImage(content, at)
    }
  }
}

function afterToken(content: Uint8Array, from: number): number {
  let at = from
  while (at < content.length && !isSpace[content[at] ?? 0] && !isDelimiter[content[at] ?? 0]) at++
  return at
}

function afterLine(content: Uint8Array, from: number): number {
  let at = from
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at++
  return at
}

function afterHex(content: Uint8Array, from: number): number {
  const close = content.indexOf(0x3e, from)
  return close === -1 ? content.length : close + 1
}

function afterString(content: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < content.length; at++) {
    const code = content[at]
    if (code === 0x5c) at++
    else if (code === 0x28) depth++
    else if (code === 0x29 && --depth === 0) return at + 1
  }
  return content.length
}

/** Image data ends with `EI` between white space (§8.9.7). */
function afterInlineImage(content: Uint8Array, from: number): number {
  for (let at = content.indexOf(0x45, from); at !== -1; at = content.indexOf(0x45, at + 1)) {
    const isAlone = isSpace[content[at - 1] ?? 0] && (at + 2 >= content.length || isSpace[content[at + 2] ?? 0])
    if (content[at + 1] === 0x49 && isAlone) return at + 2
  }
  return content.length
}
