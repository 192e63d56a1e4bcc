/**
 * electron-builder's `beforeBuild` hook. `false` says that node_modules are handled elsewhere: the bundles hold all that
 * the app needs, so that none is rebuilt, collected or packed.
 */
export default function beforeBuild() {
  return false;
}
