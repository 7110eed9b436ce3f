import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useUpload } from '#app/kernel/ui/forms/upload-state.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'

/** Screen readers announce progress in steps of so many percent. */
const HEARD_STEP = 25

/** Progress of the upload with a cancel button, or why it failed. Nothing without JavaScript. */
export function UploadStatus() {
  const { t, i18n } = useTranslation()
  const upload = useUpload()
  switch (upload.kind) {
    case 'idle':
      return null
    case 'stopped':
      return (
        <div className="upload">
          <Note tone="danger" role="alert">
            <p>{t(`upload.${upload.why}`)}</p>
          </Note>
        </div>
      )
    case 'sent':
      return (
        <div className="upload">
          <p role="status">{t('upload.sent')}</p>
        </div>
      )
    case 'sending': {
      const { sent, total } = upload
      const percent = total > 0 ? Math.floor((sent / total) * 100) : 0
      const inWords = (part: number) => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part / 100)
      const size = (bytes: number) => formatFileSize(bytes, i18n.language)
      const words = t('upload.sending', { sent: size(sent), total: size(total) })
      return (
        <div className="upload">
          <p className="upload__words" id="upload-words">
            <span>{words}</span> <b>{inWords(percent)}</b>
          </p>
          <progress max={100} value={percent} aria-labelledby="upload-words" />
          <p className="vh" role="status">
            {inWords(percent - (percent % HEARD_STEP))}
          </p>
          <Button type="button" look="quiet" size="small" onClick={upload.cancel}>
            {t('upload.cancel')}
          </Button>
        </div>
      )
    }
  }
}
