import type { HelpTopic } from '../../apps/web/src/features/help/topics.ts'
import type { PictureOffice } from './picture-office.ts'
import { administerPictures } from './pictures/administer.ts'
import { managePictures } from './pictures/manage.ts'
import { mediatePictures } from './pictures/mediate.ts'
import type { Picture } from './pictures/picture.ts'
import { signPictures } from './pictures/sign.ts'

/** CSS pixels of each picture. */
export const pictureSize = { width: 400, height: 184 }

/** The picture of each topic of the help, from the sample office. */
export const picturesOf = (office: PictureOffice): Record<HelpTopic, Picture> => ({
  ...signPictures(office),
  ...mediatePictures(office),
  ...managePictures(office),
  ...administerPictures,
})
