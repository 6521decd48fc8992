import { useTexts } from '../../../i18n/texts.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { describeFiles, type FilesProblem } from '../check-certificate-files.ts'

type Props = { files: readonly File[]; error: FilesProblem | null; onFiles: (files: File[]) => void }

/** The file of a key: a .p12, or a .cer with its .key, which may be dropped one after the other. */
export function KeyFiles({ files, error, onFiles }: Props) {
  const { mySignature } = useTexts()
  const take = (chosen: File[]) => {
    const half = chosen.length === 1 && /\.(cer|crt|key)$/i.test(chosen[0]?.name ?? '')
    onFiles(half ? [...files.slice(-1), ...chosen] : chosen)
  }
  return (
    <div>
      <Dropzone
        variant="tall"
        onFiles={take}
        accept=".p12,.pfx,.cer,.crt,.pem,.key,application/x-pkcs12"
        title={
          files.length === 0 ? mySignature.uploadDrop : mySignature.chosen(files.map((file) => file.name).join(', '))
        }
        hint={mySignature.uploadHint}
      />
      {error !== null && (
        <p role="alert" className="mt-1.5 text-small text-error-ink">
          {describeFiles(error, mySignature)}
        </p>
      )}
    </div>
  )
}
