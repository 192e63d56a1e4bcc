/** pdf.js's own viewer component as pdfjs-dist ships it, in page mode, with its defaults and range requests. */
import * as pdfjsLib from '/pdfjs/build/pdf.min.mjs';

globalThis.pdfjsLib = pdfjsLib;
const { EventBus, PDFFindController, PDFLinkService, PDFViewer, ScrollMode } = await import(
  '/pdfjs/web/pdf_viewer.mjs'
);
pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdfjs/build/pdf.worker.min.mjs';
const FINISHED = 3;

const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const findController = new PDFFindController({ eventBus, linkService });
const viewer = new PDFViewer({
  container: document.getElementById('container'),
  viewer: document.getElementById('viewer'),
  eventBus,
  linkService,
  findController,
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
    findController.setDocument(pdf);
  },
  async close() {
    findController.setDocument(null);
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
  zoom(scale) {
    viewer.currentScale = scale;
  },
  /** Resolves when the word is found on that page, with the time it took, ms. */
  find(query, page) {
    return new Promise((resolve) => {
      const begun = performance.now();
      const done = () => {
        // Events of the search before come too.
        if (findController.state?.query !== query || !(findController.pageMatches[page - 1]?.length > 0))
          return;
        eventBus.off('updatefindmatchescount', done);
        eventBus.off('updatefindcontrolstate', done);
        resolve(performance.now() - begun);
      };
      eventBus.on('updatefindmatchescount', done);
      eventBus.on('updatefindcontrolstate', done);
      eventBus.dispatch('find', {
        source: null,
        type: '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: false,
        findPrevious: false,
      });
    });
  },
};
globalThis.benchReady = true;
