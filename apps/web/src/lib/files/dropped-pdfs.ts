import { onNewOwner } from '../session/owner.ts'

export const isPdfFile = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name)

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
