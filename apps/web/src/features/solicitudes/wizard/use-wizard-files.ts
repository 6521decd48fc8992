import { createId } from '@foja/contracts/create-id'
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { readFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { needsPassword } from '../../../lib/files/unlock-pdf.ts'
import { useWizardTexts } from '../texts/wizard.ts'
import {
  addFiles as withFiles,
  joinAll,
  mostInRequest,
  mostRequests,
  removeFile as withoutFile,
  replaceFiles,
  roomFor,
  splitAll,
} from './arrange.ts'
import { limits } from './check-file.ts'
import { filesOf, isSeparate, type Draft, type DraftRequest } from './draft.ts'
import type { WizardErrors } from './map-problem.ts'

type Options = {
  draft: Draft
  update: (change: Partial<Draft>) => void
  setErrors: Dispatch<SetStateAction<WizardErrors>>
  setNotice: (notice: string | null) => void
}

/** The files of the draft, stored in this browser, and the requests that they are arranged in. */
export function useWizardFiles({ draft, update, setErrors, setNotice }: Options) {
  const wizard = useWizardTexts()
  const [files, setFiles] = useState<ReadonlyMap<string, File> | null>(null)
  const [kept, setKept] = useState(true)
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set())
  const key = draft.id_solicitud_main

  useEffect(() => {
    let here = true
    void readFiles(key).then((found) => here && setFiles((known) => known ?? found))
    return () => {
      here = false
    }
  }, [key])

  const keep = (next: ReadonlyMap<string, File>) => {
    setFiles(next)
    void writeFiles(key, next).then(setKept)
  }
  const setRequests = (requests: DraftRequest[]) => {
    setNotice(null)
    update({ requests })
  }
  const findLocked = async (id: string, file: File) => {
    if (await needsPassword(file)) setLocked((before) => new Set(before).add(id))
  }
  const dropError = (id: string) => {
    setLocked((before) => new Set([...before].filter((one) => one !== id)))
    setErrors((before) => {
      const { [id]: _gone, ...rest } = before.files
      return { ...before, files: rest }
    })
  }

  return {
    files,
    kept,
    /** Ids of the files that ask for a password. */
    locked,
    setRequests,
    /** Puts all files together in one request, or each in its own; also those added later. */
    setSeparate: (separate: boolean) => {
      setNotice(null)
      update({ separate, requests: separate ? splitAll(draft.requests) : joinAll(draft.requests) })
    },
    /** `into`: the request that gets the files as attachments. */
    addFiles: (chosen: readonly File[], into?: string) => {
      const known = new Set(filesOf(draft).map((file) => `${file.name}/${file.size}`))
      const fresh = chosen.filter((file) => !known.has(`${file.name}/${file.size}`))
      const place = { separate: isSeparate(draft), into }
      const added = fresh.slice(0, roomFor(draft.requests, place)).map((file) => ({ file, id: createId() }))
      const repeated = chosen.find((file) => known.has(`${file.name}/${file.size}`))
      keep(new Map([...(files ?? []), ...added.map(({ file, id }) => [id, file] as const)]))
      const more = added.map(({ file, id }) => ({ id, name: file.name, size: file.size }))
      update({ requests: withFiles(draft.requests, more, place) })
      for (const { file, id } of added) void findLocked(id, file)
      if (fresh.length > added.length) setNotice(wizard.tooMany(limits.files, mostRequests, mostInRequest))
      else setNotice(repeated === undefined ? null : wizard.repeated(repeated.name))
    },
    /** Restores a file lost by a reload, or replaces it. */
    replaceFile: (id: string, file: File) => {
      keep(new Map(files).set(id, file))
      dropError(id)
      void findLocked(id, file)
      setRequests(
        draft.requests.map((request) => ({
          ...request,
          files: request.files.map((one) => (one.id === id ? { ...one, name: file.name, size: file.size } : one)),
        })),
      )
    },
    /** Replaces several files by one PDF made of images. */
    joinFiles: (ids: readonly string[], file: File) => {
      const id = createId()
      const next = new Map(files)
      for (const old of ids) next.delete(old)
      keep(next.set(id, file))
      setRequests(replaceFiles(draft.requests, new Set(ids), { id, name: file.name, size: file.size }))
    },
    removeFile: (id: string) => {
      const next = new Map(files)
      next.delete(id)
      keep(next)
      dropError(id)
      setRequests(withoutFile(draft.requests, id))
    },
  }
}
