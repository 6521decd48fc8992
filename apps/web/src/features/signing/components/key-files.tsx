import { useMySignatureTexts } from '../texts/my-signature.ts'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { checkCertificateFiles, describeFiles, type FilesProblem } from '../check-certificate-files.ts'

type Props = {
  files: readonly File[]
  error: FilesProblem | null
  onFiles: (files: File[]) => void
  /** One row also while nothing is chosen. */
  short?: boolean
}

/** The key file: a .p12, or a .cer and a .key, which may be dropped one after the other. */
export function KeyFiles({ files, error, onFiles, short = false }: Props) {
  const mySignature = useMySignatureTexts()
  const take = (chosen: File[]) => {
    const half = chosen.length === 1 && /\.(cer|crt|pem|der|key)$/i.test(chosen[0]?.name ?? '')
    onFiles(half ? [...files.slice(-1), ...chosen] : chosen)
  }
  const chosen = mySignature.chosen(files.map((file) => file.name).join(', '))
  const whole = error === null && checkCertificateFiles(files) === null
  return (
    <div>
      {/* Shrinks when all files are chosen. */}
      <Dropzone
        onFiles={take}
        accept=".p12,.pfx,.cer,.crt,.pem,.der,.key,application/x-pkcs12"
        {...(whole || short
          ? {
              variant: 'row',
              className: 'rounded-lg border border-line pr-1.5! pl-3!',
              title: (
                <span className="font-medium wrap-anywhere text-ink">
                  {files.length > 0 ? chosen : mySignature.uploadChoose}
                </span>
              ),
            }
          : {
              variant: 'tall',
              className: 'max-sm:py-4',
              title: files.length > 0 ? chosen : <DropTitle />,
              hint: mySignature.uploadHint,
            })}
      />
      {error !== null && (
        <p role="alert" className="mt-1.5 text-small text-error-ink">
          {describeFiles(error, mySignature)}
        </p>
      )}
    </div>
  )
}

/** Touch devices have no drag and drop. */
function DropTitle() {
  const mySignature = useMySignatureTexts()
  return (
    <>
      <span className="max-sm:hidden">{mySignature.uploadDrop}</span>
      <span className="sm:hidden">{mySignature.uploadChoose}</span>
    </>
  )
}
