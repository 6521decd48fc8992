import { fastifyMultipart, type MultipartFile } from '@fastify/multipart'
import type { Multipart, Schema } from '@foja/contracts/endpoint'
import type { ErrorCode } from '@foja/contracts/problem'
import { uploadLimits } from '@foja/contracts/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { finished, type Readable } from 'node:stream'
import { bodyRuleOf } from './admission.ts'
import { isTooComplex } from './json-parts.ts'
import { validate } from './validate.ts'
import { ProblemError } from './problem.ts'

/** An arriving file. `stream` throws a `ProblemError` if the file is empty or exceeds its limit. */
export type IncomingFile = { index: number; name: string; stream: AsyncIterable<Uint8Array> }

export type FileSink<T> = {
  /** Stores one file and returns what to remember of it (key, digest, …). */
  receive: (file: IncomingFile) => Promise<T>
  /** Undoes `receive`; called for every file if the request fails. */
  discard: (received: T) => Promise<void>
}

/** Reads the multipart body of a request once; files keep their order. */
export type PartsReader<Data> = {
  read: <T>(sink: FileSink<T>) => Promise<{ files: T[]; data: Data }>
}

/** Registers multipart without buffering: parts are streamed to the sink with back-pressure. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { attachFieldsToBody: false, throwFileSizeLimit: false })
}

/** Cleans a file name from the browser: no folders, no control characters, never empty, 200 characters at most. */
export function cleanFileName(name: string | undefined): string {
  // Browsers encode a quotation mark in a name as %22 (HTML, 4.10.21.8).
  const base = (name ?? '').replaceAll('%22', '"').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Control characters and the marks that reverse the direction of text could disguise an extension.
  const printable = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (printable === '' || printable === '.' || printable === '..') return 'archivo'
  // By code points, to keep surrogate pairs whole.
  return Array.from(printable).slice(-200).join('')
}

function parseData(schema: Schema | undefined, text: string | undefined, values: number): unknown {
  if (schema === undefined) {
    if (text === undefined) return undefined
    throw new ProblemError('validation_failed', { field: 'data' })
  }
  if (text === undefined) return validate(schema, undefined, 'data')
  if (isTooComplex(text, values)) throw new ProblemError('malformed_request', { field: 'data' })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own error quotes the text, which may contain a passphrase, so it must not be logged.
    throw new ProblemError('malformed_request', { field: 'data' })
  }
  return validate(schema, value)
}

const pluginCodes: Record<string, ErrorCode> = {
  FST_FILES_LIMIT: 'too_many_files',
  FST_PARTS_LIMIT: 'too_many_files',
  FST_FIELDS_LIMIT: 'malformed_request',
  FST_PROTO_VIOLATION: 'malformed_request',
  FST_INVALID_JSON_FIELD_ERROR: 'malformed_request',
  FST_MP_PREMATURE_CLOSE: 'malformed_request',
}

function translate(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = pluginCodes[code]
  if (known !== undefined) return new ProblemError(known, { cause: error })
  // The parser's own errors have no code: the body does not match its header.
  if (/multipart|boundary|part terminated/i.test(error.message)) {
    return new ProblemError('malformed_request', { cause: error })
  }
  return error
}

/** The bytes of a part; throws at the end if the file is empty or was truncated, so that the sink undoes it. */
async function* bytesOf({ file }: MultipartFile, refuse: (code: ErrorCode) => ProblemError): AsyncIterable<Uint8Array> {
  let size = 0
  // Not destroyed when the reader stops early: the rest is drained, so that the answer still arrives.
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    yield chunk
  }
  if (file.truncated) throw refuse('file_too_large')
  if (size === 0) throw refuse('file_empty')
}

/** Receives one file; throws `file_too_large` or `file_empty`. */
async function receiveFile<T>(part: MultipartFile, index: number, sink: FileSink<T>): Promise<T> {
  const name = cleanFileName(part.filename)
  const refuse = (code: ErrorCode) => new ProblemError(code, { subject: name, field: `files.${index}` })
  try {
    return await sink.receive({ index, name, stream: bytesOf(part, refuse) })
  } catch (error) {
    await skip(part.file)
    throw error
  }
}

/** Drains the rest of a part, because the parser waits for its end. */
async function skip(file: Readable): Promise<void> {
  await new Promise<void>((resolve) => {
    finished(file, () => resolve())
    file.resume()
  })
}

/** The text of `data` from a form that sent it as a file, as `new Blob([json])` is sent. */
async function readText({ file }: MultipartFile, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of file as AsyncIterable<Buffer>) {
    size += piece.length
    if (size <= mostBytes) pieces.push(piece)
  }
  if (size > mostBytes || file.truncated) throw new ProblemError('payload_too_large', { field: 'data' })
  return Buffer.concat(pieces).toString('utf8')
}

/** Drains the rest of the body, so that the browser reads the answer. */
async function drain(parts: AsyncIterator<unknown>, request: FastifyRequest): Promise<void> {
  try {
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const part = next.value as { type: string; file?: Readable }
      part.file?.resume()
    }
  } catch {
    // Nothing more can be parsed: the first error is reported.
  } finally {
    request.raw.resume()
  }
}

/**
 * Returns a reader of `request`'s multipart body as the contract describes it. Files are named `files`; `data`, a JSON
 * text, may come before or after them. `read` throws a `ProblemError`: file_missing, file_empty, file_too_large,
 * too_many_files, malformed_request or validation_failed, or what `atEnd` throws, which runs when everything has
 * arrived, possibly a quarter of an hour later. Received files are discarded before it throws.
 */
export function partsReader(
  request: FastifyRequest,
  multipart: Multipart,
  atEnd: () => Promise<void> = async () => {},
): PartsReader<unknown> {
  const rule = bodyRuleOf(request)
  const limits = {
    // One more: `data` with a file name counts as a file.
    files: multipart.maxFiles + 1,
    fileSize: multipart.bytesPerFile ?? uploadLimits.bytesPerFile,
    fields: 4,
    fieldSize: rule.bytes,
    parts: multipart.maxFiles + 6,
  }
  return {
    async read<T>(sink: FileSink<T>) {
      if (!request.isMultipart()) throw new ProblemError('malformed_request')
      const files: T[] = []
      let text: string | undefined
      const parts = request.parts({ limits })[Symbol.asyncIterator]()
      try {
        for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
          const part = next.value
          if (part.type === 'file' && part.fieldname === 'data' && text === undefined) {
            text = await readText(part, rule.bytes)
          } else if (part.type === 'file') {
            const isFiles = part.fieldname === 'files'
            if (!isFiles || files.length === multipart.maxFiles) {
              part.file.resume()
              throw isFiles
                ? new ProblemError('too_many_files')
                : new ProblemError('validation_failed', { field: part.fieldname })
            }
            files.push(await receiveFile(part, files.length, sink))
          } else {
            // Refuse duplicates: a proxy may have checked the other one.
            if (part.fieldname !== 'data' || text !== undefined)
              throw new ProblemError('validation_failed', { field: part.fieldname })
            if (part.valueTruncated) throw new ProblemError('payload_too_large')
            text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
          }
        }
        if (files.length < multipart.minFiles) throw new ProblemError('file_missing', { field: 'files' })
        const data = parseData(multipart.data, text, rule.values)
        await atEnd()
        return { files, data }
      } catch (error) {
        await drain(parts, request)
        await Promise.all(files.map((file) => sink.discard(file)))
        throw translate(error)
      }
    },
  }
}
