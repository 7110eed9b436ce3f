/** pdf.js reads the document in this worker, so that a heavy one does not stop the frame. */
import 'pdfjs-dist/build/pdf.worker.mjs'
