/** pdf.js's own viewer component as pdfjs-dist ships it, in page mode, with its defaults and range requests. */
import * as pdfjsLib from '/pdfjs/build/pdf.min.mjs';

globalThis.pdfjsLib = pdfjsLib;
const { EventBus, PDFLinkService, PDFViewer, ScrollMode } = await import('/pdfjs/web/pdf_viewer.mjs');
pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdfjs/build/pdf.worker.min.mjs';
const FINISHED = 3;

const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFViewer({
  container: document.getElementById('container'),
  viewer: document.getElementById('viewer'),
  eventBus,
  linkService,
});
linkService.setViewer(viewer);
viewer.scrollMode = ScrollMode.PAGE;
eventBus.on('pagesinit', () => {
  viewer.currentScaleValue = 'page-fit';
});
let task = null;

/** For the bench's probe: the page that is shown is drawn to its end, or its canvas is there with what is drawn by now. */
globalThis.benchPeer = {
  seen(page) {
    return viewer.currentPageNumber === page && viewer.getPageView(page - 1)?.canvas?.isConnected === true;
  },
  crisp(page) {
    if (viewer.currentPageNumber !== page) return false;
    const view = viewer.getPageView(page - 1);
    return view?.renderingState === FINISHED && view.div.isConnected && view.canvas?.isConnected === true;
  },
};

globalThis.benchPdfjs = {
  async open(url) {
    task = pdfjsLib.getDocument({
      url,
      cMapUrl: '/pdfjs/cmaps/',
      standardFontDataUrl: '/pdfjs/standard_fonts/',
      wasmUrl: '/pdfjs/wasm/',
      iccUrl: '/pdfjs/iccs/',
    });
    const pdf = await task.promise;
    linkService.setDocument(pdf, null);
    viewer.setDocument(pdf);
  },
  async close() {
    viewer.setDocument(null);
    linkService.setDocument(null);
    await task?.destroy();
    task = null;
  },
  go(page) {
    viewer.currentPageNumber = page;
  },
  /** One page after the other, as wide as the window, to be scrolled. */
  scroll() {
    viewer.scrollMode = ScrollMode.VERTICAL;
    viewer.currentScaleValue = 'page-width';
  },
  /** The page in sight. */
  page: () => viewer.currentPageNumber,
};
globalThis.benchReady = true;
