import { uploadDocument } from '@foja/contracts/documents'
import type { AppDeps } from '../../deps.ts'
import type { Api } from '../../http/register.ts'
import { documentSink } from './receive-document.ts'
import { renderAhead } from './render-ahead.ts'
import { uploadDocument as upload, type UploadDeps } from './upload-document.ts'

type Deps = UploadDeps & Pick<AppDeps, 'renderer' | 'pageCache' | 'engine'>

/** The route that uploads documents to a request or outside every case file. */
export function registerUploads(api: Api, deps: Deps): void {
  api.route(uploadDocument, async ({ parts, actor, request }) => {
    const { files, data } = await parts.read(documentSink(deps, actor.id_company))
    const answer = await upload(deps, { actor, ip: request.ip, data, files })
    if (answer.status === 201) {
      renderAhead(
        deps,
        request.log,
        answer.body.documents.map((document) => document.pdf_path),
      )
    }
    return answer
  })
}
