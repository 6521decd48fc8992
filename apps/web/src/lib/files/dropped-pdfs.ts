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

/** Where nothing takes dropped files, keeps the browser from leaving the application to show them. */
export function keepDrops(): void {
  const keep = (event: DragEvent) => {
    if (takers === 0 && carriesFiles(event)) event.preventDefault()
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
