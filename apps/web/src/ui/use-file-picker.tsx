import { useEffect, useRef, type ReactElement } from 'react'

type Options = {
  /** Receives at least one file, without validation: `accept` only filters the file dialog. */
  onFiles: (files: File[]) => void
  /** The `accept` attribute of the input: `.pdf,image/*`. */
  accept?: string | undefined
  multiple?: boolean
  /** On phones, opens the camera instead of the files. */
  camera?: boolean
  /** Label of the input for screen readers. */
  label?: string
}

/** The system's file dialog behind our own button: render `input` somewhere and call `open` on click. */
export function useFilePicker(options: Options): { input: ReactElement; open: () => void } {
  const { onFiles, accept, multiple = false, camera = false, label } = options
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      capture={camera ? 'environment' : undefined}
      aria-label={label}
      onChange={(event) => {
        const files = Array.from(event.target.files ?? [])
        // Allows choosing the same file again.
        event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
  return { input, open: () => ref.current?.click() }
}

type Take = (files: File[]) => void

const targets: { take: Take }[] = []

/** What receives files that are dropped beside every drop zone: the last one that appeared on the page. */
export const dropTarget = (): Take | undefined => targets.at(-1)?.take

/** Receives files dropped anywhere on the page while `on`. */
export function useDropTarget(take: Take, on: boolean): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!on) return undefined
    const target = { take: (files: File[]) => latest.current(files) }
    targets.push(target)
    return () => void targets.splice(targets.indexOf(target), 1)
  }, [on])
}
