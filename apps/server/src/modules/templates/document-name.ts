import { cleanFileName } from '../../http/multipart.ts'

const longest = 200

/** The file name of a filled PDF: the requested name or that of the template, always with `.pdf`. */
export function documentName(requested: string | undefined, template: string): string {
  const wanted = requested === undefined || requested === '' ? template : requested
  const clean = cleanFileName(wanted.replaceAll(/[/\\]/g, '-')).replace(/\.pdf$/i, '')
  return `${Array.from(clean)
    .slice(0, longest - '.pdf'.length)
    .join('')}.pdf`
}
