import { templateLimits } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useCallback, useEffect, useState } from 'react'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { imageData, ImageRefused } from '../../../lib/files/image-data.ts'

type Chosen = { file: File; data: string }
export type ImageFault = ImageRefused['reason']

const faultOf = (error: unknown): ImageFault => (error instanceof ImageRefused ? error.reason : 'unreadable')

/**
 * The images of a form, scaled to their printed size and stored in this browser until the form is sent. `draft` is the
 * storage key.
 */
export function useFormImages(fields: readonly TemplateField[], draft: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [faults, setFaults] = useState<ReadonlyMap<string, ImageFault>>(new Map())

  const read = useCallback(
    async (key: string, file: File): Promise<Chosen | null> => {
      const box = fields.find((field) => field.key === key && field.type === 'image')
      return box === undefined ? null : { file, data: await imageData(file, box, templateLimits.imageBytes) }
    },
    [fields],
  )

  useEffect(() => {
    let here = true
    const restore = async () => {
      const files = await readFiles(draft)
      const found = await Promise.all(
        [...files].map(async ([key, file]) => [key, await read(key, file).catch(() => null)] as const),
      )
      const kept = found.flatMap(([key, image]) => (image === null ? [] : [[key, image] as const]))
      if (here && kept.length > 0) setChosen((now) => new Map([...kept, ...now]))
    }
    void restore()
    return () => {
      here = false
    }
  }, [draft, read])

  const keep = (next: ReadonlyMap<string, Chosen>) => {
    setChosen(next)
    void writeFiles(draft, new Map([...next].map(([key, { file }]) => [key, file])))
  }
  const setFault = (key: string, fault: ImageFault | null) =>
    setFaults((now) => {
      const next = new Map(now)
      if (fault === null) next.delete(key)
      else next.set(key, fault)
      return next
    })

  return {
    /** `data:` URLs by field key. */
    data: Object.fromEntries([...chosen].map(([key, image]) => [key, image.data])),
    faults,
    choose: async (key: string, file: File) => {
      try {
        const image = await read(key, file)
        if (image !== null) keep(new Map([...chosen, [key, image]]))
        setFault(key, null)
      } catch (error) {
        setFault(key, faultOf(error))
      }
    },
    remove: (key: string) => {
      keep(new Map([...chosen].filter(([other]) => other !== key)))
      setFault(key, null)
    },
    /** Removes all images and returns an undo function. */
    clear: () => {
      setChosen(new Map())
      setFaults(new Map())
      void removeFiles(draft)
      return () => keep(chosen)
    },
  }
}
