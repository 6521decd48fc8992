import { paths } from '../../lib/router/paths.ts'

/** Where signatures are asked for from a page: for its case file or document, else for one that is chosen there. */
export function askFrom(pathname: string): string {
  const [, section, id] = pathname.split('/')
  if (id === undefined || id === 'nueva') return paths.askForSignatures()
  if (section === 'documentos') return paths.askForDocument(decodeURIComponent(id))
  return paths.askForSignatures(section === 'solicitudes' ? decodeURIComponent(id) : undefined)
}

/** Where documents are asked for from a page: for its case file, else for one that is chosen there. */
export function askDocumentsFrom(pathname: string): string {
  const [, section, id] = pathname.split('/')
  const named = section === 'solicitudes' && id !== undefined && id !== 'nueva'
  return paths.askForDocuments(named ? decodeURIComponent(id) : undefined)
}
