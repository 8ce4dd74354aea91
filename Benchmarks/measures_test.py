"""Checks the measures with signals of known results. A wrong measure is worse than none."""

import unittest
from unittest import mock

import numpy

import measures
import report
import reverberation
from measures import RATE

TIME = numpy.arange(2 * RATE) / RATE
SINE = 0.5 * numpy.sin(2 * numpy.pi * 587.33 * TIME)


def noise(count=2 * RATE, seed=1):
    return numpy.random.default_rng(seed).standard_normal(count)


def room(seconds=1.5, count=3 * RATE, seed=1):
    """Noise that decays by 60 dB in some seconds: the perfect tail."""
    return noise(count, seed) * 10 ** (-3 * numpy.arange(count) / RATE / seconds)


class MeasuresTest(unittest.TestCase):
    def test_purity_of_a_sine_is_beyond_90_db(self):
        self.assertGreater(measures.purity_db(SINE, [587.33]), 90)

    def test_purity_tells_how_loud_a_stranger_is(self):
        stranger = 0.5 * 10 ** (-40 / 20) * numpy.sin(2 * numpy.pi * 900 * TIME)
        self.assertAlmostEqual(measures.purity_db(SINE + stranger, [587.33]), 40, delta=0.05)

    def test_purity_of_noise_is_below_zero(self):
        self.assertLess(measures.purity_db(noise(), [587.33]), -20)

    def test_purity_of_a_sine_in_another_place_is_lost(self):
        self.assertLess(measures.purity_db(SINE, [600.0]), -60)

    def test_pitch_is_read_to_a_hundredth_of_a_cent(self):
        for hz in (220.0, 587.33, 1234.5):
            for cents in (-3.0, 0.0, 0.7):
                sine = numpy.sin(2 * numpy.pi * hz * 2 ** (cents / 1200) * TIME)
                self.assertAlmostEqual(measures.error_cents(sine, hz), cents, delta=0.01)

    def test_cents_over_time_follow_a_vibrato(self):
        cents = 40 * numpy.sin(2 * numpy.pi * 2 * TIME)
        phase = 2 * numpy.pi * numpy.cumsum(220 * 2 ** (cents / 1200)) / RATE
        tone = sum(numpy.sin(n * phase) / n for n in range(1, 20))
        times, found = measures.cents_over_time(tone, 220)
        wanted = 40 * numpy.sin(2 * numpy.pi * 2 * times)
        self.assertLess(numpy.abs(found - wanted).max(), 1.5)

    def test_thd_of_a_known_third_harmonic(self):
        third = 0.005 * numpy.sin(2 * numpy.pi * 3 * 587.33 * TIME)
        self.assertAlmostEqual(measures.thd_db(SINE + third, 587.33), -40, delta=0.05)
        self.assertLess(measures.thd_db(SINE, 587.33), -90)

    def test_alias_beside_harmonics(self):
        third = 0.1 * numpy.sin(2 * numpy.pi * 3 * 587.33 * TIME)
        alias = 0.0005 * numpy.sin(2 * numpy.pi * 1000 * TIME)
        self.assertAlmostEqual(measures.alias_db(SINE + third + alias, 587.33), -60, delta=1)

    def test_phase_between_sides_that_sways(self):
        phase = 2 * numpy.pi * 587.33 * numpy.arange(6 * RATE) / RATE
        sway = numpy.radians(10) * numpy.sin(phase / 587.33 * 0.6)
        left = numpy.sin(phase)
        steady, swaying = 0.3 * numpy.sin(phase + 1.2), numpy.sin(phase + sway)
        self.assertLess(measures.side_phase_spread(left, steady, [587.33]), 0.01)
        self.assertAlmostEqual(measures.side_phase_spread(left, swaying, [587.33]), 10, delta=1)

    def test_click_share_of_a_delta_is_all(self):
        clicks = numpy.zeros(RATE)
        clicks[[1000, 20000]] = 1
        self.assertEqual(measures.click_share(clicks, [1000, 20000]), 1)
        self.assertEqual(measures.click_share(clicks, [1000]), 0.5)
        self.assertEqual(measures.click_share(numpy.roll(clicks, 240), [1000, 20000]), 0)

    def test_true_peak_between_the_samples(self):
        quarter = numpy.sin(2 * numpy.pi * (numpy.arange(RATE) / 4 + 1 / 8))
        fade = numpy.clip(numpy.minimum(numpy.arange(RATE), RATE - numpy.arange(RATE)) / 4000, 0, 1)
        self.assertAlmostEqual(measures.true_peak_db(quarter * fade), 0, delta=0.01)
        self.assertAlmostEqual(20 * numpy.log10(numpy.abs(quarter).max()), -3.01, delta=0.01)

    def test_true_peak_of_a_sample_alone_is_its_height(self):
        signal = numpy.zeros(20000)
        signal[7123] = 0.5
        self.assertAlmostEqual(measures.true_peak_db(signal), -6.02, delta=0.01)

    def test_oversampling_keeps_the_samples(self):
        fine = numpy.concatenate(list(measures.oversampled(SINE)))
        self.assertLess(numpy.abs(fine[::16][:len(SINE)] - SINE).max(), 1e-9)

    def test_true_peak_in_blocks_is_that_of_the_whole(self):
        signal = noise(RATE) * numpy.hanning(RATE)
        spectrum = numpy.fft.rfft(signal, 2 * RATE)
        fine = 16 * numpy.fft.irfft(spectrum, 32 * RATE)
        self.assertAlmostEqual(measures.true_peak_db(signal),
                               20 * numpy.log10(numpy.abs(fine).max()), delta=0.01)

    def test_response_of_a_one_pole(self):
        pole = 0.9
        found = measures.response_db(pole ** numpy.arange(400), numpy.array([0.0, 22050.0]))
        self.assertAlmostEqual(found[0], 20, delta=0.01)
        self.assertAlmostEqual(found[1], -20 * numpy.log10(1.9), delta=0.01)


class ReverberationTest(unittest.TestCase):
    def test_density_of_noise_is_one(self):
        _, densities = reverberation.echo_density(noise())
        self.assertAlmostEqual(densities.mean(), 1, delta=0.02)

    def test_density_of_few_echoes_is_low(self):
        sparse = numpy.zeros(RATE)
        sparse[::441] = 1
        _, densities = reverberation.echo_density(sparse)
        self.assertLess(densities.mean(), 0.05)

    def test_mixing_time_where_noise_begins(self):
        response = room()
        response[:4410] *= numpy.arange(4410) % 400 == 0
        self.assertAlmostEqual(reverberation.mixing_seconds(response), 0.1, delta=0.012)

    def test_rt60_of_a_known_decay(self):
        for seconds in (0.5, 1.5):
            self.assertAlmostEqual(reverberation.rt60(room(seconds)), seconds,
                                   delta=0.02 * seconds)
            self.assertAlmostEqual(reverberation.mid_rt60(room(seconds)), seconds,
                                   delta=0.03 * seconds)

    def test_bands_add_up(self):
        response = room()
        parts = [reverberation.band(response, low, high)
                 for low, high in ((250, 1000), (1000, 4000))]
        whole = reverberation.band(response, 250, 4000)
        self.assertLess(numpy.abs(sum(parts) - whole).max(), 1e-9)

    def test_flatness_of_noise_and_of_ringing(self):
        ring = numpy.zeros(3 * RATE)
        for period in (1116, 1188, 1277, 1356):
            ring[::period] += 1
        ring *= 10 ** (-3 * numpy.arange(len(ring)) / RATE / 1.5)
        self.assertAlmostEqual(reverberation.tail_flatness_db(room()), -2.5, delta=0.15)
        self.assertAlmostEqual(reverberation.tail_peaks_db(room()), 10, delta=1)
        self.assertLess(reverberation.tail_flatness_db(ring), -5)
        self.assertGreater(reverberation.tail_peaks_db(ring), 15)

    def test_flatness_does_not_mind_damping(self):
        low, high = (reverberation.band(part, *edges) for part, edges in
                     ((room(1.5), (20, 2000)), (room(0.8, seed=2), (2000, 20000))))
        self.assertAlmostEqual(reverberation.tail_flatness_db(low + high), -2.5, delta=0.2)


class ReportTest(unittest.TestCase):
    def lost(self, kept, value, unit, more):
        row = report.Row("a figure")
        row.watch(value, unit, more)
        with mock.patch("report.kept_figures", return_value={"a figure": kept}):
            return bool(row.lost())

    def test_a_loss_of_more_than_half_a_decibel_or_two_percent_is_marked(self):
        self.assertTrue(self.lost(-80, -79.4, "dB", more=False))
        self.assertTrue(self.lost(60, 59.4, "dB", more=True))
        self.assertTrue(self.lost(1.0, 0.97, "%", more=True))

    def test_a_gain_and_a_small_loss_are_not_marked(self):
        self.assertFalse(self.lost(-80, -79.6, "dB", more=False))
        self.assertFalse(self.lost(60, 70, "dB", more=True))
        self.assertFalse(self.lost(1.0, 0.99, "%", more=True))


if __name__ == "__main__":
    unittest.main()
