import { fastifyMultipart, type MultipartFile } from '@fastify/multipart'
import type { Multipart, Schema } from '@foja/contracts/endpoint'
import type { ErrorCode } from '@foja/contracts/problem'
import { uploadLimits } from '@foja/contracts/solicitudes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { finished, type Readable } from 'node:stream'
import { hasTooManyParts } from './json-parts.ts'
import { validate } from './validate.ts'
import { ProblemError } from './problem.ts'

/** A file while it arrives. `stream` throws a `ProblemError` when the file turns out to be empty or over its limit. */
export type IncomingFile = { index: number; name: string; stream: AsyncIterable<Uint8Array> }

export type FileSink<T> = {
  /** Takes one file and answers what is to be remembered of it (where it was stored, its digest, …). */
  receive: (file: IncomingFile) => Promise<T>
  /** Undoes `receive` for every file that arrived when the request turns out to be wrong. */
  discard: (received: T) => Promise<void>
}

/** Reads the multipart body of a request once; files are in the order in which they were sent. */
export type PartsReader<Data> = {
  read: <T>(sink: FileSink<T>) => Promise<{ files: T[]; data: Data }>
}

const dataLimit = 1024 * 1024

/** Multipart without buffering: parts go to whoever reads them, with back-pressure. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { attachFieldsToBody: false, throwFileSizeLimit: false })
}

/** Base name of a file as the browser tells it: no folders, no control characters, never empty, 200 characters at most. */
export function cleanFileName(name: string | undefined): string {
  // Browsers write a quotation mark in a name as %22 (HTML, 4.10.21.8).
  const base = (name ?? '').replaceAll('%22', '"').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Control characters and the marks that reverse the direction of text could disguise an extension.
  const printable = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (printable === '' || printable === '.' || printable === '..') return 'archivo'
  // By code points: half of a surrogate pair is no text.
  return Array.from(printable).slice(-200).join('')
}

function parseData(schema: Schema | undefined, text: string | undefined): unknown {
  if (schema === undefined) {
    if (text === undefined) return undefined
    throw new ProblemError('validation_failed', { field: 'data' })
  }
  if (text === undefined) return validate(schema, undefined, 'data')
  if (hasTooManyParts(text)) throw new ProblemError('malformed_request', { field: 'data' })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own error quotes a piece of the text, which may be a passphrase: no log gets to see it.
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
  // The parser's own errors carry no code: a body that is not what its header says.
  if (/multipart|boundary|part terminated/i.test(error.message)) {
    return new ProblemError('malformed_request', { cause: error })
  }
  return error
}

/** The bytes of a part; whoever stores them fails, and so undoes it, when the file is empty or was cut at its limit. */
async function* bytesOf({ file }: MultipartFile, refuse: (code: ErrorCode) => ProblemError): AsyncIterable<Uint8Array> {
  let size = 0
  // Left alone when its reader stops early: the rest is read and thrown away, and the answer still arrives.
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

/** Reads what is left of a part and throws it away: the parser waits for each part's end. */
async function skip(file: Readable): Promise<void> {
  await new Promise<void>((resolve) => {
    finished(file, () => resolve())
    file.resume()
  })
}

/** The rest of the body is read and thrown away, so that the browser gets to see the answer. */
async function drain(parts: AsyncIterator<unknown>, request: FastifyRequest): Promise<void> {
  try {
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const part = next.value as { type: string; file?: Readable }
      part.file?.resume()
    }
  } catch {
    // Nothing more can be read as parts: the first error is the one to tell.
  } finally {
    request.raw.resume()
  }
}

/**
 * A reader of `request`'s multipart body as the contract describes it. Files are named `files`; `data`, a JSON text,
 * may come before or after them. Throws `ProblemError`: file_missing, file_empty, file_too_large, too_many_files,
 * malformed_request or validation_failed, and what `atEnd` throws, which is asked when everything has arrived, be it after
 * a quarter of an hour; always after `discard` of each file that had been received.
 */
export function partsReader(
  request: FastifyRequest,
  multipart: Multipart,
  atEnd: () => Promise<void> = async () => {},
): PartsReader<unknown> {
  const limits = {
    files: multipart.maxFiles,
    fileSize: multipart.bytesPerFile ?? uploadLimits.bytesPerFile,
    fields: 4,
    fieldSize: dataLimit,
    parts: multipart.maxFiles + 5,
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
          if (part.type === 'file') {
            if (part.fieldname !== 'files') {
              part.file.resume()
              throw new ProblemError('validation_failed', { field: part.fieldname })
            }
            files.push(await receiveFile(part, files.length, sink))
          } else {
            // Of two, a reader before us may have looked at the other.
            if (part.fieldname !== 'data' || text !== undefined)
              throw new ProblemError('validation_failed', { field: part.fieldname })
            if (part.valueTruncated) throw new ProblemError('payload_too_large')
            text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
          }
        }
        if (files.length < multipart.minFiles) throw new ProblemError('file_missing', { field: 'files' })
        const data = parseData(multipart.data, text)
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
