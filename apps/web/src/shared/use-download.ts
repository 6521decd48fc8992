import { fetchDocumentFile, saveBlob } from '../lib/files/download.ts'
import { useToastMutation } from './use-toast-mutation.ts'

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** The document's name with the extension of its type. */
function fileNameOf(nombre: string, mime: string): string {
  const extension = extensions[mime]
  const has = extension === undefined || nombre.toLowerCase().endsWith(`.${extension}`)
  return has ? nombre : `${nombre}.${extension}`
}

type Wanted = { id_documento: string; nombre: string; mime: string; version?: number }

/** Downloads a document; shows an error as a toast. */
export function useDownload() {
  return useToastMutation({
    mutationFn: async ({ id_documento, nombre, mime, version }: Wanted) =>
      saveBlob(await fetchDocumentFile(id_documento, version), fileNameOf(nombre, mime)),
  })
}
