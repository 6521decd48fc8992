import { activeContents, type ActiveContent } from '@foja/contracts/active-content'
import { PadesError } from '@foja/pades/errors'
import { readPdf, type PdfFile } from '@foja/pades/pdf/file'
import { nameOf, PdfArray, PdfDict, PdfStream, textOf, type PdfValue } from '@foja/pades/pdf/objects'
import type { PdfSource } from '@foja/pdf/renderer'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import { withRepair } from './with-repair.ts'

/** Attachments that a system runs when they are opened, and documents with macros. */
const runnable =
  /\.(?:exe|com|scr|msi|bat|cmd|ps1|vb[se]?|jse?|wsf|hta|lnk|jar|dll|app|command|sh|py|docm|dotm|xls[mb]|xltm|pptm|ppsm)$/i

/** True if an attached file's name ends like a program's. */
function isProgram(file: PdfFile, dict: PdfDict): boolean {
  if (!dict.entries.has('EF')) return false
  return ['UF', 'F'].some((key) => runnable.test((textOf(file.resolve(dict.get(key))) ?? '').trim()))
}

/** Actions of §12.6.4 and scripts of rich media (§13.7.2.3.2) in one dictionary. */
function kindsOf(file: PdfFile, dict: PdfDict): ActiveContent[] {
  const action = nameOf(file.resolve(dict.get('S')))
  const kinds: ActiveContent[] = []
  if (action === 'JavaScript' || dict.entries.has('JS') || dict.entries.has('OnInstantiate')) kinds.push('javascript')
  if (action === 'Launch') kinds.push('launch')
  if (isProgram(file, dict)) kinds.push('program')
  return kinds
}

/** Bytes of XFA packets that are searched in one file. */
const mostXfa = 32 * 1024 * 1024
/** A script of any language (XFA 3.3, `script`), and declarations of entities, which may hold one. */
const xfaScript = /<(?:[\w.-]+:)?script[\s/>]|<!(?:DOCTYPE|ENTITY)/i

/** Returns whether a dictionary is a form with scripts in its XFA packets, or with packets that cannot be read. */
function createXfaSearch(file: PdfFile): (form: PdfDict) => boolean {
  let left = mostXfa
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0) file.damaged('too many XFA packets')
  }
  return (form) => {
    if (!form.entries.has('XFA')) return false
    const packets: Uint8Array[] = []
    try {
      const xfa = file.resolve(form.get('XFA'))
      const parts = xfa instanceof PdfArray ? xfa.items : [xfa]
      for (const part of parts) {
        const stream = file.resolve(part)
        if (!(stream instanceof PdfStream)) continue
        spend(file.streamLength(stream))
        packets.push(file.streamData(stream, spend))
      }
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      return true
    }
    // Without the zeros of UTF-16.
    return xfaScript.test(Buffer.concat(packets).toString('latin1').replaceAll('\0', ''))
  }
}

/** The dictionaries inside a value, without following references. */
function* dictsIn(value: PdfValue): Generator<PdfDict> {
  const pending: PdfValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PdfStream) pending.push(next.dict)
    else if (next instanceof PdfArray) for (const item of next.items) pending.push(item)
    else if (next instanceof PdfDict) {
      yield next
      for (const item of next.entries.values()) pending.push(item)
    }
  }
}

/** Names of actions in the bytes of a file that cannot be parsed. */
function marksIn(pdf: Uint8Array): ActiveContent[] {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const has = (...names: string[]) => names.some((name) => bytes.includes(name))
  return [
    ...(has('/JavaScript', '/JS', '/XFA') ? (['javascript'] as const) : []),
    ...(has('/Launch') ? (['launch'] as const) : []),
  ]
}

/**
 * Finds the active content of a file in its newest state. Every object counts, also one that no page reaches: readers
 * differ in what they reach. An object that cannot be parsed is searched for marks, as some readers repair it.
 */
export function findActiveContent(pdf: Uint8Array): ActiveContent[] {
  const file = readPdf(pdf)
  const found = new Set<ActiveContent>()
  const hasXfaScript = createXfaSearch(file)
  const numbers = new Set(file.sections.flatMap((section) => [...section.numbers()]))
  let isDamaged = false
  for (const number of numbers) {
    try {
      for (const dict of dictsIn(file.load(number)?.value ?? null)) {
        for (const kind of kindsOf(file, dict)) found.add(kind)
        if (!found.has('javascript') && hasXfaScript(dict)) found.add('javascript')
      }
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      isDamaged = true
    }
  }
  for (const kind of isDamaged ? marksIn(pdf) : []) found.add(kind)
  return activeContents.filter((kind) => found.has(kind))
}

/** Finds the active content of a file; a damaged one is repaired in memory first where that is possible. */
export async function activeContentTask({ source }: { source: PdfSource }): Promise<EngineAnswer<ActiveContent[]>> {
  const bytes = await readSource(source)
  return await answer(async () => {
    try {
      return (await withRepair(bytes, async (pdf) => findActiveContent(pdf))).result
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      return marksIn(bytes)
    }
  })
}
