import { onNewOwner } from '../session/owner.ts'

export const isPdfFile = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name)

export const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** The number of parts that take files dropped anywhere. */
let takers = 0

export function takeDrops(): () => void {
  takers += 1
  return () => {
    takers -= 1
  }
}

/** How long files wait for a page that is still loading, in milliseconds. */
const earlyMs = 5000
let early: { files: File[]; at: number } | null = null

/** The files that were dropped while the page loaded, once. */
export function takeEarlyDrop(): File[] {
  const files = early !== null && performance.now() - early.at < earlyMs ? early.files : []
  early = null
  return files
}

/**
 * Where nothing takes dropped files, keeps the browser from leaving the application to show them, and the files for a
 * page that is still loading.
 */
export function keepDrops(): void {
  const keep = (event: DragEvent) => {
    if (takers > 0 || !carriesFiles(event)) return
    // A drop zone of the page has taken it.
    const isTaken = event.defaultPrevented
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (event.type === 'drop' && !isTaken) early = { files, at: performance.now() }
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
}

let waiting: File[] = []
onNewOwner(() => {
  waiting = []
})

/** Hands files over to the page that is opened next. */
export const handOver = (files: readonly File[]): void => {
  waiting = [...files]
}

/** The files handed over to this page, once. */
export function takeHandedOver(): File[] {
  const files = waiting
  waiting = []
  return files
}
