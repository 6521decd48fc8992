import { useRef, type ReactElement } from 'react'

type Options = {
  /** What was chosen, at least one file, unchecked: `accept` only narrows the chooser. */
  onFiles: (files: File[]) => void
  /** As of an input: `.pdf,image/*`. */
  accept?: string | undefined
  multiple?: boolean
  /** On a phone the camera in place of the files. */
  camera?: boolean
  /** What it asks for, where a reader comes upon the input itself. */
  label?: string
}

/** The file chooser of the system behind a button of ours: draw `input` somewhere, and call `open` at the press. */
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
        // The same file may be chosen again.
        event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
  return { input, open: () => ref.current?.click() }
}
