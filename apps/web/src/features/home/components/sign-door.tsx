import { Signature } from 'lucide-react'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { useHomeTexts } from '../texts/home.ts'

/** The way to sign a PDF without a case file: drop it here, or choose it. */
export function SignDoor({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { door } = useHomeTexts()
  const phone = useMedia(phoneQuery)
  return (
    <section aria-labelledby="door-title">
      <Dropzone
        accept=".pdf"
        paste
        onFiles={onFiles}
        icon={<Signature />}
        title={<span id="door-title">{door.title}</span>}
        hint={phone ? door.hintPhone : door.hint}
        button={phone ? door.choosePhone : door.choose}
        className="px-4! py-3.5! text-left! max-sm:flex-row! max-sm:items-center! max-sm:gap-3!"
      />
    </section>
  )
}
