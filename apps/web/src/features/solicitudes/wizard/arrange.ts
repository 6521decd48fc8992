import { createId } from '@foja/contracts/create-id'
import { limits } from './check-file.ts'
import type { DraftFile, DraftRequest } from './draft.ts'

type Requests = readonly DraftRequest[]

/** The contract's limits: requests per group, and files per request. */
export const mostRequests = 20
export const mostInRequest = 20

const requestOf = (files: DraftFile[]): DraftRequest => ({ id_solicitud: createId(), titulo: '', tipo: '', files })

/** Removes requests without files. */
const withFiles = (requests: Requests): DraftRequest[] => requests.filter((one) => one.files.length > 0)

/** Where added files go: into the request `into`, else each into its own request if `separate`, else into the first. */
export type Place = { separate: boolean; into?: string | undefined }

function targetOf(requests: Requests, { separate, into }: Place): DraftRequest | undefined {
  return requests.find((one) => one.id_solicitud === into) ?? (separate ? undefined : requests[0])
}

/** How many more files fit there. */
export function roomFor(requests: Requests, place: Place): number {
  const total = requests.reduce((sum, one) => sum + one.files.length, 0)
  const there =
    place.separate && place.into === undefined
      ? mostRequests - requests.length
      : mostInRequest - (targetOf(requests, place)?.files.length ?? 0)
  return Math.max(0, Math.min(limits.files - total, there))
}

export function addFiles(requests: Requests, files: readonly DraftFile[], place: Place): DraftRequest[] {
  const target = targetOf(requests, place)
  if (target !== undefined)
    return requests.map((one) => (one === target ? { ...one, files: [...one.files, ...files] } : one))
  const added = place.separate ? files.map((file) => requestOf([file])) : [requestOf([...files])]
  return withFiles([...requests, ...added])
}

export const removeFile = (requests: Requests, id: string): DraftRequest[] =>
  withFiles(requests.map((one) => ({ ...one, files: one.files.filter((file) => file.id !== id) })))

/** Splits into one file per request; the first file of each request keeps its request. */
export const splitAll = (requests: Requests): DraftRequest[] =>
  requests.flatMap((one) => one.files.map((file, at) => (at === 0 ? { ...one, files: [file] } : requestOf([file]))))

/** Moves all files to the first request, in order. */
export function joinAll(requests: Requests): DraftRequest[] {
  const [first] = requests
  return first === undefined ? [] : [{ ...first, files: requests.flatMap((one) => one.files) }]
}

/** Moves a file within its request; the first one is the main file. */
export function moveFile(requests: Requests, id: string, by: -1 | 1): DraftRequest[] {
  return requests.map((one) => {
    const at = one.files.findIndex((file) => file.id === id)
    const [file, target] = [one.files[at], at + by]
    if (file === undefined || target < 0 || target >= one.files.length) return one
    const files = one.files.toSpliced(at, 1)
    return { ...one, files: files.toSpliced(target, 0, file) }
  })
}

/** Moves a file to the end of another request; null creates a new one after its own. */
export function moveTo(requests: Requests, id: string, into: string | null): DraftRequest[] {
  const file = requests.flatMap((one) => one.files).find((one) => one.id === id)
  if (file === undefined) return [...requests]
  return withFiles(
    requests.flatMap((one) => {
      const files = one.files.filter((other) => other.id !== id)
      const here = { ...one, files: one.id_solicitud === into ? [...files, file] : files }
      return into === null && files.length < one.files.length ? [here, requestOf([file])] : [here]
    }),
  )
}

/** Moves a request by one place. */
export function moveRequest(requests: Requests, id: string, by: -1 | 1): DraftRequest[] {
  const at = requests.findIndex((one) => one.id_solicitud === id)
  const [request, target] = [requests[at], at + by]
  if (request === undefined || target < 0 || target >= requests.length) return [...requests]
  return requests.toSpliced(at, 1).toSpliced(target, 0, request)
}

/** Replaces the files `old` by one file, at the position of the first. */
export function replaceFiles(requests: Requests, old: ReadonlySet<string>, by: DraftFile): DraftRequest[] {
  let placed = false
  return withFiles(
    requests.map((one) => ({
      ...one,
      files: one.files.flatMap((file) => {
        if (!old.has(file.id)) return [file]
        if (placed) return []
        placed = true
        return [by]
      }),
    })),
  )
}
