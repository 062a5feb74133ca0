// The packaged fonts arrive one by one, each when it is first used: lettering is measured anew after every arrival.
import { forgetWidths } from '../draw/labels';

class Fonts {
  /// Grows whenever fonts have arrived.
  arrivals = $state(0);

  constructor() {
    document.fonts?.addEventListener('loadingdone', () => {
      forgetWidths();
      this.arrivals++;
    });
  }
}

export const fonts = new Fonts();
