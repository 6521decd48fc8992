import { createHash } from 'node:crypto'
import { openDiskLru } from './disk-lru.ts'
import { PdfError } from './errors.ts'
import {
  defaultDpi,
  type ImageFormat,
  type Inspection,
  type PageText,
  type PdfSource,
  type Renderer,
} from './renderer.ts'

/**
 * Everything besides the document that determines the bytes of a page: the engine's release and our own drawing and
 * encoding. Part of every key; raise the second number with any change of pixels or bytes.
 */
export const rendererVersion = 'pdfium2.15.1-2'

export type PageRequest = {
  /** SHA-256 of the document, 64 hexadecimal digits. Trusted: the cache does not verify it. */
  sha256: string
  source: PdfSource
  page: number
  dpi?: number
  format?: ImageFormat
  /** No caller waits for the page: it is drawn after all others, or not at all (`render_busy`). */
  ahead?: boolean
}

/** `etag` is strong and quoted (RFC 9110, 8.8.3). */
export type CachedPage = { bytes: Uint8Array; etag: string; mime: string; width: number; height: number }

export type PageCache = {
  /**
   * Returns a page's image from disk, or draws it. Concurrent requests for the same page share one drawing. The caller
   * has checked access to the document.
   * @throws PdfError of the renderer; a failure is cached for `failureMs`, `render_busy` is not
   */
  page: (request: PageRequest) => Promise<CachedPage>
  /** The text and links of a page, cached likewise. */
  text: (request: { sha256: string; source: PdfSource; page: number }) => Promise<PageText>
  /** Number and sizes of the pages, cached likewise. */
  inspect: (request: { sha256: string; source: PdfSource }) => Promise<Inspection>
  /** Deletes the cached files of a document that is deleted permanently. */
  forget: (sha256: string) => Promise<void>
  /** SHA-256 of the documents that have files in the cache. */
  contents: () => Promise<string[]>
}

/** Encrypts the files of the cache. `name` is authenticated; `open` throws for changed bytes. */
export type CacheEncryption = {
  seal: (bytes: Uint8Array, name: string) => Uint8Array
  open: (bytes: Uint8Array, name: string) => Uint8Array
}

export type PageCacheOptions = {
  folder: string
  /** Default: files are stored as they are. */
  encryption?: CacheEncryption
  /** Limit of the folder in bytes; the least recently used files are evicted. */
  maxBytes: number
  renderer: Pick<Renderer, 'inspect' | 'pageText' | 'renderPage'>
  /** How long a failure is cached, in ms. Default 30,000. */
  failureMs?: number
  now?: () => number
}

type Failure = { error: PdfError; until: number }
const maxFailures = 1000

/**
 * The ETag of a page, computed without a lookup: a route can answer 304 to `If-None-Match` right after it has checked
 * access, and send the image with `Cache-Control: private, immutable`.
 */
export function pageEtag(request: Omit<PageRequest, 'source' | 'ahead'>): string {
  return `"${createHash('sha256').update(pageKey(request)).digest('base64url')}"`
}

/** Files of a document, also those of earlier renderers. */
function documentKey(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('sha256 is not 64 hexadecimal digits in lower case')
  return `${sha256.slice(0, 2)}/${sha256}`
}

const folderKey = (sha256: string) => `${documentKey(sha256)}/${rendererVersion}`

function pageKey({ sha256, page, dpi = defaultDpi, format = 'webp' }: Omit<PageRequest, 'source' | 'ahead'>): string {
  return `${folderKey(sha256)}/${dpi}-${format}-${page}`
}

/** Opens the cache; its folder is listed in the background and requests wait for that. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const disk = openFiles(options)
  const once = oneFlight(options)
  return {
    page: async (request) => {
      const key = pageKey(request)
      const etag = pageEtag(request)
      const draw = async (isAhead: () => boolean) => {
        return (await storedPage(disk, key)) ?? drawAndStore(disk, options.renderer, key, { ...request, isAhead })
      }
      const { bytes, mime, width, height } = await once(key, draw, request.ahead)
      return { bytes, etag, mime, width, height }
    },
    forget: (sha256) => disk.remove(`${documentKey(sha256)}/`),
    contents: async () => [...new Set((await disk.keys()).map((key) => key.split('/')[1] ?? ''))],
    inspect: ({ sha256, source }) => {
      const key = `${folderKey(sha256)}/inspection`
      return once(key, () => storedJson<Inspection>(disk, key, () => options.renderer.inspect(source)))
    },
    text: ({ sha256, source, page }) => {
      const key = `${folderKey(sha256)}/words-and-links-${page}`
      return once(key, () => storedJson<PageText>(disk, key, () => options.renderer.pageText(source, page)))
    },
  }
}

async function storedJson<T extends object>(disk: CacheFiles, key: string, make: () => Promise<T>): Promise<T> {
  const stored = await disk.read(key)
  if (stored !== null) return JSON.parse(Buffer.from(stored.bytes).toString('utf8')) as T
  const value = await make()
  await disk.write(key, { facts: '', extension: 'json', bytes: Buffer.from(JSON.stringify(value)) })
  return value
}

/** `facts`: part of the file's name, so that a hit costs one read. */
type CacheFile = { facts: string; extension: string; bytes: Uint8Array }

type CacheFiles = {
  /** Null if there is none, or it was changed. */
  read: (key: string) => Promise<CacheFile | null>
  /** A full disk costs speed only, so failures are ignored. */
  write: (key: string, file: CacheFile) => Promise<void>
  remove: (prefix: string) => Promise<void>
  keys: () => Promise<string[]>
}

/** The files of the cache, encrypted where the options say so. */
function openFiles({ encryption, ...options }: PageCacheOptions): CacheFiles {
  const disk = openDiskLru(options)
  return {
    remove: disk.remove,
    keys: disk.keys,
    async read(key) {
      const name = await disk.find(key)
      const meta = name === undefined ? null : /~(?:([^~]*)~)?\d+\.([a-z]+)$/.exec(name)
      const stored = name === undefined ? null : await disk.read(name)
      if (meta === null || stored === null) return null
      try {
        const bytes = encryption === undefined ? stored : encryption.open(stored, key)
        return { facts: meta[1] ?? '', extension: meta[2]!, bytes }
      } catch {
        return null
      }
    },
    async write(key, { facts, extension, bytes }) {
      const stored = encryption === undefined ? bytes : encryption.seal(bytes, key)
      const name = `${key}~${facts === '' ? '' : `${facts}~`}${stored.byteLength}.${extension}`
      await disk.write(name, stored).catch(() => {})
    },
  }
}

type Image = Omit<CachedPage, 'etag'>

/** The file name contains the image's size in pixels. */
async function storedPage(disk: CacheFiles, key: string): Promise<Image | null> {
  const file = await disk.read(key)
  const size = /^(\d+)x(\d+)$/.exec(file?.facts ?? '')
  if (file === null || size === null) return null
  return { bytes: file.bytes, mime: `image/${file.extension}`, width: Number(size[1]), height: Number(size[2]) }
}

async function drawAndStore(
  disk: CacheFiles,
  renderer: PageCacheOptions['renderer'],
  key: string,
  { source, page, dpi, format, isAhead }: PageRequest & { isAhead: () => boolean },
): Promise<Image> {
  const image = await renderer.renderPage(source, { page, dpi, format, ahead: isAhead })
  const extension = image.mime.slice('image/'.length)
  await disk.write(key, { facts: `${image.width}x${image.height}`, extension, bytes: image.bytes })
  return image
}

type Flight = { result: Promise<unknown>; ahead: boolean }

/**
 * Runs one task per key at a time; later calls with the key join it, or get its recent failure. A task ahead is ahead
 * until a call joins that is not.
 */
function oneFlight({ failureMs = 30_000, now = Date.now }: PageCacheOptions) {
  const flights = new Map<string, Flight>()
  const failures = new Map<string, Failure>()

  function rememberFailure(key: string, error: unknown): void {
    if (!(error instanceof PdfError) || error.code === 'render_busy') return
    if (failures.size >= maxFailures) failures.delete(failures.keys().next().value ?? key)
    failures.set(key, { error, until: now() + failureMs })
  }

  return async <T>(key: string, task: (isAhead: () => boolean) => Promise<T>, ahead = false): Promise<T> => {
    const failure = failures.get(key)
    if (failure !== undefined && failure.until > now()) throw failure.error
    failures.delete(key)
    const running = flights.get(key)
    if (running !== undefined) {
      running.ahead &&= ahead
      return running.result as Promise<T>
    }
    const flight: Flight = { result: Promise.resolve(), ahead }
    const result = task(() => flight.ahead).finally(() => flights.delete(key))
    flight.result = result
    flights.set(key, flight)
    try {
      return await result
    } catch (error) {
      rememberFailure(key, error)
      throw error
    }
  }
}
